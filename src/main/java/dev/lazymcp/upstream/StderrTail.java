package dev.lazymcp.upstream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The last 64 KiB of what a server wrote to stderr. More than is ever shown, since of colours and progress bars little is left. */
final class StderrTail {
    private static final int CAPACITY = 64 * 1024;

    /** The longest text, in characters. */
    static final int SHOWN = 4096;

    private static final int FIRST = 4096;

    private byte[] ring = new byte[FIRST];
    private long written;

    /** Appends {@code length} bytes. */
    synchronized void write(byte[] bytes, int from, int length) {
        if (ring.length < CAPACITY && written + length > ring.length) {
            grow(length);
        }
        int kept = Math.min(length, ring.length);
        int skipped = length - kept;
        int at = (int) ((written + skipped) % ring.length);
        int first = Math.min(kept, ring.length - at);
        System.arraycopy(bytes, from + skipped, ring, at, first);
        System.arraycopy(bytes, from + skipped + first, ring, 0, kept - first);
        written += length;
    }

    /** The last lines as plain text of at most {@link #SHOWN} characters; whole lines, where one fits. */
    String text() {
        String plain = PlainText.of(new String(bytes(), StandardCharsets.UTF_8)).strip();
        if (plain.length() <= SHOWN) {
            return plain;
        }
        int from = plain.length() - SHOWN;
        int line = plain.indexOf('\n', from - 1) + 1;
        int start = line > 0 && line < plain.length() ? line : from;
        return plain.substring(Character.isLowSurrogate(plain.charAt(start)) ? start + 1 : start);
    }

    /** Only before the ring has wrapped: until it has its full size, it never does. */
    private void grow(int length) {
        long needed = Math.min(CAPACITY, Math.max(2L * ring.length, written + length));
        byte[] larger = new byte[needed > CAPACITY / 2 ? CAPACITY : (int) needed];
        System.arraycopy(ring, 0, larger, 0, (int) written);
        ring = larger;
    }

    private synchronized byte[] bytes() {
        int size = (int) Math.min(written, ring.length);
        int start = (int) ((written - size) % ring.length);
        byte[] all = new byte[size];
        int first = Math.min(size, ring.length - start);
        System.arraycopy(ring, start, all, 0, first);
        System.arraycopy(ring, 0, all, first, size - first);
        // A character that the ring has cut in two is no character.
        int from = 0;
        while (written > size && from < size && from < 3 && (all[from] & 0xC0) == 0x80) {
            from++;
        }
        return from == 0 ? all : Arrays.copyOfRange(all, from, size);
    }
}
