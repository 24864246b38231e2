package dev.lazymcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.Gen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final byte[] LETTERS = Frames.utf8("abcdefghijklmnopqrstuvwxyz");

    @Test
    void slicesReadAsTheBytesTheyCover() {
        Gen.forAll(300, gen -> {
            byte[] bytes = gen.bytes(gen.between(0, 60), LETTERS);
            Frame frame = Frames.cut(gen, bytes);
            assertThat(frame.size()).isEqualTo(bytes.length);
            assertThat(frame.toBytes()).isEqualTo(bytes);
            assertThat(frame.open().readAllBytes()).isEqualTo(bytes);
            for (int i = 0; i < bytes.length; i++) {
                assertThat(frame.at(i)).isEqualTo(bytes[i]);
            }
        });
    }

    @Test
    void aPartIsThatRange() {
        Gen.forAll(300, gen -> {
            byte[] bytes = gen.bytes(gen.between(0, 60), LETTERS);
            Frame frame = Frames.cut(gen, bytes);
            int from = gen.between(0, bytes.length);
            int to = gen.between(from, bytes.length);
            assertThat(frame.part(from, to).toBytes()).isEqualTo(Arrays.copyOfRange(bytes, from, to));
            assertThat(frame.bytes(new Span(from, to))).isEqualTo(Arrays.copyOfRange(bytes, from, to));
        });
    }

    @Test
    void oneFrameAfterAnotherIsBoth() {
        Gen.forAll(100, gen -> {
            Frame one = Frames.cut(gen, gen.bytes(gen.between(0, 20), LETTERS));
            Frame two = Frames.cut(gen, gen.bytes(gen.between(0, 20), LETTERS));
            assertThat(one.then(two).toString()).isEqualTo(one.toString() + two);
        });
    }

    @Test
    void editsReplaceTheirSpansAndNothingElse() {
        Gen.forAll(500, gen -> {
            byte[] bytes = gen.bytes(gen.between(0, 60), LETTERS);
            int[] places = gen.cuts(bytes.length, 6);
            List<Edit> edits = new ArrayList<>();
            StringBuilder expected = new StringBuilder(Frame.of(bytes).toString());
            for (int i = 0; i + 1 < places.length; i += 2) {
                edits.add(new Edit(
                        new Span(places[i], places[i + 1]), Frames.cut(gen, gen.bytes(gen.between(0, 9), (byte) '-'))));
            }
            for (Edit edit : edits.reversed()) {
                Span span = edit.span();
                expected.replace(
                        (int) span.from(), (int) span.to(), edit.bytes().toString());
            }
            Frame frame = Frames.cut(gen, bytes);
            assertThat(frame.with(edits).toString()).isEqualTo(expected.toString());
            assertThat(frame.toBytes()).as("the frame itself").isEqualTo(bytes);
        });
    }

    @Test
    void anEditAtAnEndInserts() {
        Frame frame = Frame.of("bc");
        assertThat(frame.with(new Span(0, 0), Frame.of("a")).toString()).isEqualTo("abc");
        assertThat(frame.with(new Span(2, 2), Frame.of("d")).toString()).isEqualTo("bcd");
        assertThat(frame.with(new Span(0, 2), Frame.of("")).size()).isZero();
    }

    @Test
    void whatIsNotInTheFrameIsRefused() {
        Frame frame = Frame.of("abc");
        Edit last = new Edit(new Span(2, 3), Frame.of("x"));
        Edit first = new Edit(new Span(0, 1), Frame.of("x"));
        Edit overlapping = new Edit(new Span(0, 3), Frame.of("x"));
        assertThatThrownBy(() -> frame.with(List.of(last, first))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> frame.with(List.of(first, overlapping))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> frame.with(new Span(3, 4), Frame.of("x")))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> frame.with(new Span(4, 4), Frame.of("x")))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> frame.part(0, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> frame.at(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new Span(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSmallFrameIsWrittenInOneCall() throws IOException {
        Writes out = new Writes();
        Frames.cut(Frames.utf8("{\"id\":1}"), 2, 5, 5).writeTo(out);
        assertThat(out.text()).isEqualTo("{\"id\":1}\n");
        assertThat(out.calls).isEqualTo(1);
        assertThat(out.flushes).isEqualTo(1);
    }

    @Test
    void aLargeFrameIsWrittenSliceBySlice() throws IOException {
        Writes out = new Writes();
        Frame frame = Frames.cut(new byte[200_000], 150_000);
        frame.writeTo(out);
        assertThat(out.text()).hasSize(200_001).endsWith("\n");
        assertThat(out.calls).as("each slice, and the line end").isEqualTo(3);
        assertThat(out.flushes).isEqualTo(1);
    }

    private static final class Writes extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private int calls;
        private int flushes;

        @Override
        public void write(int b) {
            calls++;
            written.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            calls++;
            written.write(bytes, from, length);
        }

        @Override
        public void flush() {
            flushes++;
        }

        private String text() {
            return Frame.of(written.toByteArray()).toString();
        }
    }
}
