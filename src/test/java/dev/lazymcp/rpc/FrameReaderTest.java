package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.Gen;
import dev.lazymcp.rpc.FrameReader.End;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.FrameReader.TooLong;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final String MARK = "\ufeff";

    @Test
    void howAStreamIsSplitIntoReadsDoesNotMatter() {
        Gen.forAll(500, gen -> {
            byte[] stream = stream(gen);
            int most = gen.pick(1, 7, 100, 8191, 8192, 8193, Integer.MAX_VALUE);
            InputStream in = Frames.inPieces(stream, length -> gen.between(1, Math.min(most, length)));
            assertThat(lines(new FrameReader(in))).isEqualTo(splitOneByOne(stream));
        });
    }

    /** Pieces that end just before, at and behind everything that matters, longer than a buffer now and then. */
    private static byte[] stream(Gen gen) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = gen.between(0, 30); i > 0; i--) {
            stream.writeBytes(
                    switch (gen.between(0, 9)) {
                        case 0, 1 -> Frames.utf8("\n");
                        case 2 -> Frames.utf8("\r\n");
                        case 3 -> Frames.utf8(gen.pick("\r", " ", "\t", "\u2028", "\u0085", MARK));
                        case 4 -> gen.bytes(gen.between(8180, 8200), (byte) 'x');
                        case 5 -> gen.once(4) ? gen.bytes(gen.between(0, 300_000), (byte) 'y') : new byte[0];
                        default -> gen.bytes(gen.between(0, 40), Frames.utf8("ab\n\r \u00e9"));
                    });
        }
        return stream.toByteArray();
    }

    /** What the reader does, said again in the simplest way. Latin-1, so that every byte is a character. */
    private static List<String> splitOneByOne(byte[] stream) {
        List<String> lines = new ArrayList<>();
        boolean first = true;
        int from = 0;
        for (int i = 0; i <= stream.length; i++) {
            boolean atEnd = i == stream.length;
            if ((atEnd && from < i) || (!atEnd && stream[i] == '\n')) {
                String line = new String(stream, from, i - from, StandardCharsets.ISO_8859_1);
                line = first && line.startsWith("\u00ef\u00bb\u00bf") ? line.substring(3) : line;
                line = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
                if (!line.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\r')) {
                    lines.add(line);
                }
                first = false;
                from = i + 1;
            }
        }
        return lines;
    }

    private static List<String> lines(FrameReader reader) throws IOException {
        List<String> lines = new ArrayList<>();
        while (reader.next() instanceof Line(Frame frame)) {
            lines.add(new String(frame.toBytes(), StandardCharsets.ISO_8859_1));
        }
        return lines;
    }

    private static List<String> linesOf(String stream) throws IOException {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(Frames.utf8(stream)));
        List<String> lines = new ArrayList<>();
        while (reader.next() instanceof Line(Frame frame)) {
            lines.add(frame.toString());
        }
        return lines;
    }

    @Test
    void oneCarriageReturnBelongsToTheLineEnd() throws IOException {
        assertThat(linesOf("a\r\nb\r\r\nc\n")).containsExactly("a", "b\r", "c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r", "\u2028", "\u2029", "\u0085", "\u000b", "\f", "\0"})
    void nothingButANewlineEndsAFrame(String character) throws IOException {
        assertThat(linesOf("a" + character + "b\n")).containsExactly("a" + character + "b");
    }

    @Test
    void blankLinesAreNoFrames() throws IOException {
        assertThat(linesOf("\n\r\n \n\t\r\na\n\n\n")).containsExactly("a");
    }

    @Test
    void aByteOrderMarkIsSkippedAtTheVeryStartAlone() throws IOException {
        assertThat(linesOf(MARK + "a\n" + MARK + "b\n")).containsExactly("a", MARK + "b");
        assertThat(linesOf("\n" + MARK + "a\n")).containsExactly(MARK + "a");
        assertThat(linesOf(MARK + "\r\na\n")).containsExactly("a");
        assertThat(linesOf(MARK)).isEmpty();
    }

    @Test
    void bytesBeforeTheEndOfTheStreamAreAFrame() throws IOException {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(Frames.utf8("a\nb")));
        assertThat(textOf(reader.next())).isEqualTo("a");
        assertThat(textOf(reader.next())).isEqualTo("b");
        assertThat(reader.next()).isInstanceOf(End.class);
        assertThat(reader.next()).as("the end lasts").isInstanceOf(End.class);
        assertThat(linesOf("a\r")).containsExactly("a");
        assertThat(linesOf("a\n\r")).containsExactly("a");
    }

    @Test
    void aFrameIsThereBeforeTheNextReadBlocks() throws IOException {
        InputStream blocksForEver = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("would block");
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return read();
            }
        };
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(Frames.utf8("a\n")), blocksForEver);
        FrameReader reader = new FrameReader(in);
        assertThat(textOf(reader.next())).isEqualTo("a");
        assertThatThrownBy(reader::next).hasMessage("would block");
    }

    @ParameterizedTest
    @CsvSource({"10", "8191", "8192", "8193", "65536", "66559", "66560", "66561", "500000"})
    void aFrameOfExactlyTheLimitIsNotTooLong(int limit) throws IOException {
        byte[] stream = Frames.utf8("x".repeat(limit) + "\n" + "y".repeat(limit + 1) + "\nz\n");
        FrameReader reader = new FrameReader(new ByteArrayInputStream(stream), limit);
        assertThat(textOf(reader.next())).isEqualTo("x".repeat(limit));
        TooLong tooLong = (TooLong) reader.next();
        assertThat(tooLong.size()).isEqualTo(limit + 1);
        assertThat(textOf(reader.next())).isEqualTo("z");
    }

    @Test
    void ofAFrameThatIsTooLongItsEndsAreKept() {
        Gen.forAll(60, gen -> {
            byte[] frame = gen.bytes(gen.between(101, gen.pick(200, 70_000, 3_000_000)), Frames.utf8("abc\r{}"));
            frame[frame.length - 1] = '}';
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            stream.writeBytes(Frames.utf8("before\n"));
            stream.writeBytes(frame);
            stream.writeBytes(Frames.utf8(gen.pick("\n", "\r\n") + "behind\n"));
            int most = gen.pick(1000, 10_000, Integer.MAX_VALUE);
            FrameReader reader = new FrameReader(
                    Frames.inPieces(stream.toByteArray(), length -> gen.between(1, Math.min(most, length))),
                    gen.between(10, 100));
            assertThat(textOf(reader.next())).isEqualTo("before");
            TooLong tooLong = (TooLong) reader.next();
            assertThat(tooLong.size()).isBetween((long) frame.length, frame.length + 1L);
            assertThat(tooLong.head().toBytes())
                    .isEqualTo(Arrays.copyOf(frame, Math.min(frame.length, FrameReader.HEAD)));
            assertThat(tooLong.tail().toBytes())
                    .isEqualTo(Arrays.copyOfRange(frame, Math.max(0, frame.length - FrameReader.TAIL), frame.length));
            assertThat(textOf(reader.next())).isEqualTo("behind");
            assertThat(reader.next()).isInstanceOf(End.class);
        });
    }

    @Test
    void aFrameThatIsTooLongAndCutOffIsTooLong() throws IOException {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(new byte[100_000]), 1000);
        assertThat(((TooLong) reader.next()).size()).isEqualTo(100_000);
        assertThat(reader.next()).isInstanceOf(End.class);
    }

    @Test
    void theIdOfAFrameThatIsTooLongIsFoundAtEitherEnd() throws IOException {
        String result = "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + "x, \\\"id\\\":9,".repeat(20_000)
                + "\",\"id\":8}]}";
        assertThat(idOfTooLong("{\"jsonrpc\":\"2.0\",\"id\":7," + result + "}")).isEqualTo("7");
        assertThat(idOfTooLong("{" + result + ",\"jsonrpc\":\"2.0\",\"id\":7}")).isEqualTo("7");
        assertThat(idOfTooLong("{" + result + ",\"id\":\"s-\\u00e9\" , \"jsonrpc\":\"2.0\"}"))
                .isEqualTo("\"s-\\u00e9\"");
        assertThat(idOfTooLong("{\"jsonrpc\":\"2.0\"," + result + "}")).isNull();
        assertThat(idOfTooLong("{\"jsonrpc\":\"2.0\",\"id\":null," + result + "}"))
                .isNull();
        assertThat(idOfTooLong("[{\"id\":7," + result + "}]")).isNull();
        assertThat(idOfTooLong("x".repeat(100_000))).isNull();
    }

    private static @Nullable String idOfTooLong(String frame) throws IOException {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(Frames.utf8(frame + "\n")), 10_000);
        Frame rawId = ((TooLong) reader.next()).rawId();
        return rawId == null ? null : rawId.toString();
    }

    @Test
    void anIdThatTheHeadEndsInIsNotTakenForAWholeOne() {
        assertThat(Fragment.idInHead(Frame.of("{\"id\":12"))).isNull();
        assertThat(Fragment.idInHead(Frame.of("{\"id\":12,"))).isNull();
        assertThat(Fragment.idInHead(Frame.of("{\"id\":12,\"result\":{\"a")))
                .extracting(Frame::toString)
                .isEqualTo("12");
    }

    @Test
    void manyHugeFrames() throws IOException {
        byte[] frame = new byte[3_000_000];
        Arrays.fill(frame, (byte) 'x');
        frame[frame.length - 1] = '\n';
        int count = 40;
        List<InputStream> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(new ByteArrayInputStream(frame));
        }
        FrameReader reader = new FrameReader(new SequenceInputStream(Collections.enumeration(frames)), 3_000_000);
        for (int i = 0; i < count; i++) {
            assertThat(((Line) reader.next()).frame().size()).isEqualTo(frame.length - 1);
        }
        assertThat(reader.next()).isInstanceOf(End.class);
    }

    @Test
    void theBufferOfALargeFrameGoesWithIt() throws IOException {
        InputStream in = new SequenceInputStream(
                new ByteArrayInputStream(Frames.utf8("x".repeat(5_000_000) + "\n")),
                new ByteArrayInputStream(Frames.utf8("small\n")));
        FrameReader reader = new FrameReader(in);
        assertThat(((Line) reader.next()).frame().size()).isEqualTo(5_000_000);
        Frame small = ((Line) reader.next()).frame();
        assertThat(small.single().bytes()).as("the array the small frame is in").hasSize(8 * 1024);
    }

    @Test
    void whatIsKeptOfAFrameThatIsTooLongIsSmall() throws IOException {
        InputStream in = Frames.inPieces(Frames.utf8("x".repeat(5_000_000) + "\n"), length -> length);
        TooLong tooLong = (TooLong) new FrameReader(in, 1_000_000).next();
        assertThat(tooLong.head().single().bytes()).hasSizeLessThanOrEqualTo(FrameReader.HEAD);
    }

    private static String textOf(Read read) {
        return ((Line) read).frame().toString();
    }
}
