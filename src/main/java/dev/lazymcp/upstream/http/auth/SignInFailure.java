package dev.lazymcp.upstream.http.auth;

import java.io.Serial;

/** Signing in, or renewing a token, came to nothing. The message is a sentence for people; no secret is in it. */
public final class SignInFailure extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final boolean needsSomebody;

    /** A failure with that message. */
    public SignInFailure(String message) {
        super(message);
        this.needsSomebody = false;
    }

    /** The same with what led to it. */
    public SignInFailure(String message, Throwable cause) {
        this(message, cause, false);
    }

    private SignInFailure(String message, Throwable cause, boolean needsSomebody) {
        super(message, cause);
        this.needsSomebody = needsSomebody;
    }

    /** A failure after which only somebody who signs in again helps. */
    static SignInFailure forGood(String message, Throwable cause) {
        return new SignInFailure(message, cause, true);
    }

    /** Whether somebody has to sign in again. */
    public boolean needsSomebody() {
        return needsSomebody;
    }

    /** What happened, and what to do. */
    public String inWords() {
        return String.valueOf(getMessage());
    }
}
