package dev.lazymcp.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.TooLong;
import org.junit.jupiter.api.Test;

class MessageBufferTest {
    private static final int LIMIT = 64 * 1024;

    private final MessageBuffer buffer = new MessageBuffer(LIMIT);

    private void add(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        buffer.add(bytes, 0, bytes.length);
    }

    @Test
    void lineEndsBecomeSpacesAndAllElseStays() {
        add("{\r\n  \"a\": \"\\n\u2028\"");
        add("\n}");
        assertThat(buffer.take())
                .get()
                .satisfies(read -> assertThat(((Line) read).frame()).hasToString("{    \"a\": \"\\n\u2028\" }"));
        assertThat(buffer.take()).isEmpty();
    }

    @Test
    void nothingButSpaceIsNoMessage() {
        add(" \r\n");
        assertThat(buffer.take()).isEmpty();
    }

    @Test
    void whatTheCallerDoesWithItsBytesAfterwardsIsItsOwnAffair() {
        byte[] bytes = "[1]".getBytes(UTF_8);
        buffer.add(bytes, 0, 3);
        bytes[1] = '2';
        assertThat(((Line) buffer.take().orElseThrow()).frame()).hasToString("[1]");
    }

    @Test
    void ofWhatIsTooLongTheEndsAreKept() {
        Gen.forAll(50, gen -> {
            String text = "{\"id\":1," + "y".repeat(gen.between(LIMIT - 20, 3 * LIMIT)) + "\"last\"}";
            int from = 0;
            for (int to : gen.cuts(text.length(), 30)) {
                add(text.substring(from, to));
                from = to;
            }
            add(text.substring(from));
            if (text.length() <= LIMIT) {
                assertThat(((Line) buffer.take().orElseThrow()).frame()).hasToString(text);
            } else {
                TooLong read = (TooLong) buffer.take().orElseThrow();
                assertThat(read.size()).isEqualTo(text.length());
                assertThat(read.head()).hasToString(text.substring(0, LIMIT));
                assertThat(read.tail()).hasToString(text.substring(text.length() - 1024));
            }
        });
    }
}
