package dev.lazymcp.config.edit;

/** A text that is not what its format allows, with the place. */
public final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Position position;

    /** The fault {@code message} at {@code position}. */
    public SyntaxException(Position position, String message) {
        super(message);
        this.position = position;
    }

    /** Where the text goes wrong. */
    public Position position() {
        return position;
    }
}
