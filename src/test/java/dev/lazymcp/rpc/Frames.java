package dev.lazymcp.rpc;

import dev.lazymcp.Gen;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Frames and streams that come in pieces. */
final class Frames {
    private Frames() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A frame whose slices are the parts of {@code bytes} between the cuts, each somewhere inside an array of its own. */
    static Frame cut(byte[] bytes, int... cuts) {
        List<Frame.Slice> slices = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : bytes.length;
            byte[] array = new byte[to - from + 7];
            Arrays.fill(array, (byte) '"'); // what a parser sees when it reads outside of the slice
            System.arraycopy(bytes, from, array, 3, to - from);
            slices.add(new Frame.Slice(array, 3, to - from));
            from = to;
        }
        return new Frame(List.copyOf(slices));
    }

    /** The same in one slice or in a few. */
    static Frame cut(Gen gen, byte[] bytes) {
        return cut(bytes, gen.once(3) ? new int[0] : gen.cuts(bytes.length, 4));
    }

    /** A stream over {@code bytes} of which one read brings at most {@code most} of what it asked for. */
    static InputStream inPieces(byte[] bytes, IntUnaryOperator most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.clamp(most.applyAsInt(length), 1, length));
            }
        };
    }
}
