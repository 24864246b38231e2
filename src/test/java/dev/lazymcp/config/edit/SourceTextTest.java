package dev.lazymcp.config.edit;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SourceTextTest {
    @Test
    void whatIsDecodedIsEncodedToTheSameBytes() throws SyntaxException {
        byte[] bytes = "\uFEFFa\r\n\t\u0000é名😀\u2028\uFFFD".getBytes(UTF_8);

        assertThat(SourceText.encode(SourceText.decode(bytes))).isEqualTo(bytes);
    }

    @Test
    void arbitraryBytesAreRefusedOrKept() {
        SplittableRandom random = new SplittableRandom(7);
        int refused = 0;
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(1, 4)];
            random.nextBytes(bytes);
            try {
                assertThat(SourceText.encode(SourceText.decode(bytes))).isEqualTo(bytes);
            } catch (SyntaxException fault) {
                refused++;
            }
        }
        assertThat(refused).isBetween(100, 1_900);
    }

    @Test
    void aStrayByteIsNamedWithItsPlace() {
        byte[] bytes = "{\n \"é\": \"x\"}".getBytes(UTF_8);
        bytes[9] = (byte) 0xE9;

        assertThatThrownBy(() -> SourceText.decode(bytes))
                .hasMessageContaining("0xE9")
                .satisfies(fault ->
                        assertThat(((SyntaxException) fault).position()).isEqualTo(new Position(2, 7)));
    }

    @Test
    void aCutOffCharacterIsAFault() {
        byte[] whole = "é".getBytes(UTF_8);
        assertThatThrownBy(() -> SourceText.decode(new byte[] {whole[0]})).isInstanceOf(SyntaxException.class);
    }

    @Test
    void utf16IsRefusedByName() {
        assertThatThrownBy(() -> SourceText.decode("\uFEFF{}".getBytes(UTF_16LE)))
                .hasMessageContaining("UTF-16")
                .hasMessageContaining("UTF-8");
    }
}
