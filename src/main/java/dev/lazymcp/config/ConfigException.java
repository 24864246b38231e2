package dev.lazymcp.config;

/** A config file, or the backup of one, that cannot be worked with; the message is complete and for people. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The fault {@code message}. */
    public ConfigException(String message) {
        super(message);
    }

    /** The fault {@code message} that {@code cause} brought about. */
    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
