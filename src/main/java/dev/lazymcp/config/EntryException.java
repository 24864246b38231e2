package dev.lazymcp.config;

import dev.lazymcp.config.edit.Position;

/** A member of an entry that has no meaning; the entry is left alone, its file is not. */
public final class EntryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Position position;

    EntryException(Position position, String message) {
        super(message);
        this.position = position;
    }

    /** Where the member's value stands. */
    public Position position() {
        return position;
    }
}
