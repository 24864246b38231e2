package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogFileTest {
    @Test
    void whatIsWrittenIsReadBackByteForByte() throws IOException {
        Generated generated = new Generated();
        for (int i = 0; i < 500; i++) {
            CatalogEntry entry = entry(generated);
            byte[] file = CatalogFile.encode(entry);
            assertThat(read(file)).as("%s", generated).isEqualTo(entry);
            assertThat(head(file)).as("%s", generated).isEqualTo(entry.head());
        }
    }

    @Test
    void rawPartsMayHoldLineBreaksAndStandVerbatimInTheFile() throws IOException {
        String pretty =
                "{\r\n\t\"name\" : \"a\",\n \"n\": [1.0, 1E400, -0],\"dup\":1,\"dup\":2,\"e\":\"\\u0041\\/\"\n}";
        CatalogEntry plain = Entries.sized(0, 0);
        CatalogEntry entry = new CatalogEntry(
                plain.protocolVersions(),
                pretty.getBytes(UTF_8),
                pretty.getBytes(UTF_8),
                Optional.empty(),
                List.of(Tool.parse(pretty.getBytes(UTF_8))),
                List.of(pretty.getBytes(UTF_8)),
                List.of(pretty.getBytes(UTF_8)),
                List.of(pretty.getBytes(UTF_8)),
                "",
                "",
                0);
        byte[] file = CatalogFile.encode(entry);
        assertThat(new String(file, UTF_8).split(java.util.regex.Pattern.quote(pretty), -1))
                .hasSize(7);
        assertThat(read(file)).isEqualTo(entry);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,10", "40,3000", "2000,0", "0,20000", "5,4090", "5,4000", "3000,30000"})
    void theHeadIsReadWithoutTheRest(int tools, int instructions) throws IOException {
        CatalogEntry entry = Entries.sized(tools, instructions);
        byte[] file = CatalogFile.encode(entry);
        int headBytes = indexOfTools(file);
        CountingStream in = new CountingStream(file);
        assertThat(CatalogFile.head(in, file.length)).isEqualTo(entry.head());
        assertThat(in.count).isLessThanOrEqualTo(Math.max(8192, headBytes));
    }

    /** Where the first read ends, and beside it. */
    @Test
    void theHeadMayEndWhereTheFirstReadDoes() throws IOException {
        CatalogEntry base = Entries.sized(600, 0);
        int room = 8192 - indexOfTools(CatalogFile.encode(base)) - ",\"instructions\":\"\"".length();
        for (int pad = room - 3; pad <= room + 3; pad++) {
            CatalogEntry entry = new CatalogEntry(
                    base.protocolVersions(),
                    base.capabilities(),
                    base.serverInfo(),
                    Optional.of("x".repeat(pad)),
                    base.tools(),
                    base.prompts(),
                    base.resources(),
                    base.resourceTemplates(),
                    base.learnedAt(),
                    base.learnedBy(),
                    base.startMillis());
            byte[] file = CatalogFile.encode(entry);
            assertThat(indexOfTools(file)).isEqualTo(8192 + pad - room);
            assertThat(head(file)).as("%d bytes from the border", pad - room).isEqualTo(entry.head());
        }
    }

    @Test
    void aFileCutAnywhereIsRefused() throws IOException {
        byte[] file = CatalogFile.encode(Entries.sized(8, 50));
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            assertThatThrownBy(() -> read(cut)).as("%d bytes", length).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> head(cut)).as("head, %d bytes", length).isInstanceOf(IOException.class);
        }
    }

    /** What some file systems leave of a file after a power failure: its length, and zeros. */
    @Test
    void aFileThatIsZeroFromAnywhereIsRefused() throws IOException {
        CatalogEntry entry = Entries.sized(8, 50);
        byte[] file = CatalogFile.encode(entry);
        int headBytes = indexOfTools(file);
        for (int from = 0; from < file.length - 1; from++) {
            byte[] zeroed = file.clone();
            Arrays.fill(zeroed, from, file.length, (byte) 0);
            assertThatThrownBy(() -> read(zeroed)).as("zero from %d", from).isInstanceOf(IOException.class);
            if (from < headBytes) {
                assertThatThrownBy(() -> head(zeroed))
                        .as("head, zero from %d", from)
                        .isInstanceOf(IOException.class);
            } else {
                assertThat(head(zeroed)).isEqualTo(entry.head());
            }
        }
    }

    @Test
    void aFileLongerThanItWasWrittenIsRefused() throws IOException {
        byte[] file = CatalogFile.encode(Entries.sized(2, 5));
        byte[] longer = Arrays.copyOf(file, file.length + 1);
        longer[file.length] = '\n';
        assertThatThrownBy(() -> read(longer)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> head(longer)).isInstanceOf(IOException.class);
    }

    /** Whatever a byte turns into, reading ends with an entry or an IOException. */
    @Test
    void anyChangedByteIsSurvived() throws IOException {
        Generated generated = new Generated();
        byte[] file = CatalogFile.encode(Entries.sized(3, 5));
        int refused = 0;
        for (int at = 0; at < file.length; at++) {
            for (int n = 0; n < 6; n++) {
                byte[] changed = file.clone();
                changed[at] = (byte) generated.below(256);
                refused += survives(changed, generated) ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(file.length);
    }

    @Test
    void anyChangedSpanIsSurvived() throws IOException {
        Generated generated = new Generated();
        byte[] file = CatalogFile.encode(Entries.sized(3, 5));
        for (int n = 0; n < 5000; n++) {
            byte[] changed = file.clone();
            int from = generated.below(file.length);
            int to = from + generated.below(file.length - from);
            System.arraycopy(file, generated.below(file.length - (to - from)), changed, from, to - from);
            survives(changed, generated);
        }
    }

    private static boolean survives(byte[] file, Generated generated) {
        boolean read = true;
        try {
            head(file);
        } catch (IOException refused) {
            read = false;
        } catch (RuntimeException escaped) {
            throw new AssertionError(generated + ", head of " + new String(file, UTF_8), escaped);
        }
        try {
            read(file);
        } catch (IOException refused) {
            read = false;
        } catch (RuntimeException escaped) {
            throw new AssertionError(generated + ", " + new String(file, UTF_8), escaped);
        }
        return read;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"format\":1                                       | \"format\":2",
                "\"format\":1                                       | \"format\":true",
                "\"format\":1                                       | \"Format\":1",
                "\"capabilities\":{\"tools\":{\"listChanged\":true}}| \"capabilities\":[]",
                "\"serverInfo\":{                                   | \"serverinfo\":{",
                "\"learnedAt\":\"2026-11-30T12:00:00Z\"             | \"learnedAt\":17",
                "\"toolNames\":[\"tool_0\"                          | \"toolNames\":[5",
                "\"instructions\":                                  | \"learnedBy\":0,\"x\":",
            })
    void aMemberThatIsNotWhatItShouldBeIsRefused(String right, String wrong) throws IOException {
        byte[] changed = replaced(CatalogFile.encode(Entries.sized(2, 5)), right, wrong);
        assertThatThrownBy(() -> read(changed)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> head(changed)).isInstanceOf(IOException.class);
    }

    @Test
    void toolsWithoutTheirNamesAreRefused() throws IOException {
        byte[] changed =
                replaced(CatalogFile.encode(Entries.sized(2, 5)), "\"toolNames\":[\"tool_0\",", "\"toolNames\":[");
        assertThatThrownBy(() -> read(changed)).hasMessage("1 tool names for 2 tools");
    }

    @Test
    void anotherFormatIsNamed() throws IOException {
        byte[] changed = replaced(CatalogFile.encode(Entries.sized(2, 5)), "\"format\":1", "\"format\":9");
        assertThatThrownBy(() -> read(changed)).hasMessageContaining("\"format\" is 9");
    }

    @Test
    void membersOfALaterVersionAreSkipped() throws IOException {
        CatalogEntry entry = Entries.sized(2, 5);
        byte[] inHead = replaced(CatalogFile.encode(entry), "\"learnedAt\":", "\"era\":{\"x\":[1]},\"learnedAt\":");
        assertThat(read(inHead)).isEqualTo(entry);
        assertThat(head(inHead)).isEqualTo(entry.head());
        byte[] behind = replaced(CatalogFile.encode(entry), "\"tools\":[", "\"new\":null,\"tools\":[");
        assertThat(read(behind)).isEqualTo(entry);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{", "{}}", "{} ,", "{\"a\":1}\n,\"tools\":[]", "{\"a\"}"})
    void whatWouldBreakTheFileIsNotWritten(String raw) throws IOException {
        byte[] bad = raw.getBytes(UTF_8);
        CatalogEntry good = Entries.marked("m");
        List<CatalogEntry> entries = List.of(
                with(good, bad, good.serverInfo(), good.tools(), good.prompts()),
                with(good, good.capabilities(), bad, good.tools(), good.prompts()),
                with(good, good.capabilities(), good.serverInfo(), List.of(new Tool("x", bad)), good.prompts()),
                with(good, good.capabilities(), good.serverInfo(), good.tools(), List.of(bad)));
        for (CatalogEntry entry : entries) {
            assertThatThrownBy(() -> CatalogFile.encode(entry)).isInstanceOf(IOException.class);
        }
    }

    private static CatalogEntry with(
            CatalogEntry base, byte[] capabilities, byte[] serverInfo, List<Tool> tools, List<byte[]> prompts) {
        return new CatalogEntry(
                base.protocolVersions(),
                capabilities,
                serverInfo,
                base.instructions(),
                tools,
                prompts,
                base.resources(),
                base.resourceTemplates(),
                base.learnedAt(),
                base.learnedBy(),
                base.startMillis());
    }

    private static CatalogEntry entry(Generated generated) throws IOException {
        List<Tool> tools = new ArrayList<>();
        for (int n = generated.below(4); n > 0; n--) {
            tools.add(generated.tool("t" + n));
        }
        return new CatalogEntry(
                Map.of("2025-11-25", "a\ud800\n\"\\\u0000é😀\u007f"),
                generated.object(4).getBytes(UTF_8),
                generated.object(2).getBytes(UTF_8),
                generated.below(2) == 0 ? Optional.empty() : Optional.of("x\udc00\t😀" + generated.json(2)),
                tools,
                objects(generated),
                objects(generated),
                objects(generated),
                "2026-11-30T12:00:00Z",
                "0.1.0",
                generated.below(2) * 1234);
    }

    private static List<byte[]> objects(Generated generated) {
        List<byte[]> objects = new ArrayList<>();
        for (int n = generated.below(4); n > 0; n--) {
            objects.add(generated.object(3).getBytes(UTF_8));
        }
        return objects;
    }

    /** {@code file} with one text for another and its two lengths adjusted, as a writer would have done it. */
    private static byte[] replaced(byte[] file, String right, String wrong) {
        String text = new String(file, UTF_8);
        assertThat(text).contains(right);
        int grown = wrong.length() - right.length();
        boolean inHead = text.indexOf(right) < indexOfTools(file);
        text = text.replace(right, wrong);
        text = adjusted(text, "\"bytes\":", grown);
        text = adjusted(text, "\"headBytes\":", inHead ? grown : 0);
        return text.getBytes(UTF_8);
    }

    private static String adjusted(String text, String member, int by) {
        int from = text.indexOf(member) + member.length();
        int old = Integer.parseInt(text.substring(from, from + 10).strip());
        return text.substring(0, from) + String.format("%10d", old + by) + text.substring(from + 10);
    }

    /** Index in bytes of the comma behind the head, found without the number that says so. */
    private static int indexOfTools(byte[] file) {
        return new String(file, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(",\"tools\":[");
    }

    private static CatalogEntry read(byte[] file) throws IOException {
        return CatalogFile.entry(new ByteArrayInputStream(file), file.length);
    }

    private static CatalogHead head(byte[] file) throws IOException {
        return CatalogFile.head(new ByteArrayInputStream(file), file.length);
    }

    private static final class CountingStream extends InputStream {
        private final InputStream in;
        private int count;

        CountingStream(byte[] bytes) {
            in = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() throws IOException {
            int b = in.read();
            count += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int n = in.read(bytes, from, length);
            count += Math.max(n, 0);
            return n;
        }
    }
}
