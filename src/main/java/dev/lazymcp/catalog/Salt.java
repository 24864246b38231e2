package dev.lazymcp.catalog;

import java.util.Arrays;

/** The secret of this installation that keeps file names from telling what they were made of. */
public final class Salt {
    /** Length in bytes. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    private Salt(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A salt of these bytes.
     *
     * @throws IllegalArgumentException when they are not {@value #LENGTH}
     */
    public static Salt of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a salt has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new Salt(bytes.clone());
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Salt that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Not the secret. */
    @Override
    public String toString() {
        return "Salt";
    }
}
