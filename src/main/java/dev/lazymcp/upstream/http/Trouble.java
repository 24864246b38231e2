package dev.lazymcp.upstream.http;

/** A request that came to nothing; the message is the end of a sentence that begins with the server's name. */
final class Trouble extends Exception {
    Trouble(String message) {
        super(message);
    }

    Trouble(String message, Throwable cause) {
        super(message, cause);
    }

    /** What happened. */
    String inWords() {
        return String.valueOf(getMessage());
    }
}
