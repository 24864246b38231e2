package dev.lazymcp.probe;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.upstream.Exit;
import java.time.Duration;

/** Why a server did not do what it was asked. */
public sealed interface Fault {
    /** What it did, as the end of a sentence that begins with the server's name. May hold the server's own words. */
    String inWords();

    /** Whether the same could go well another time with nothing changed. */
    boolean isPassing();

    /**
     * It answered with an error (JSON-RPC 2.0, section 5.1).
     *
     * @param method what was asked
     * @param message the error's message
     * @param error the whole error object as it came
     */
    record Refused(String method, String message, Frame error) implements Fault {
        @Override
        public String inWords() {
            return "answered " + method + " with an error: " + message;
        }

        @Override
        public boolean isPassing() {
            return false;
        }
    }

    /**
     * It said nothing in time.
     *
     * @param method what was asked
     * @param limit how long it had
     */
    record Silent(String method, Duration limit) implements Fault {
        @Override
        public String inWords() {
            return "did not answer " + method + " within " + limit.toMillis() / 1000.0 + " s";
        }

        @Override
        public boolean isPassing() {
            return true;
        }
    }

    /** It ended, or was ended, before it answered. */
    record Ended(Exit exit) implements Fault {
        @Override
        public String inWords() {
            return exit.inWords();
        }

        @Override
        public boolean isPassing() {
            return true;
        }
    }

    /** It runs and does not take what is written to it. */
    record Deaf(String reason) implements Fault {
        @Override
        public String inWords() {
            return "does not take any input: " + reason;
        }

        @Override
        public boolean isPassing() {
            return true;
        }
    }

    /**
     * It lives somewhere else, and what it was asked did not reach it or was not answered.
     *
     * @param how the end of a sentence
     */
    record Unreached(String how) implements Fault {
        @Override
        public String inWords() {
            return how;
        }

        @Override
        public boolean isPassing() {
            return true;
        }
    }

    /**
     * It answered with what is of no use.
     *
     * @param how the end of a sentence
     */
    record Unusable(String how) implements Fault {
        @Override
        public String inWords() {
            return how;
        }

        @Override
        public boolean isPassing() {
            return false;
        }
    }

    /** We gave up waiting because somebody asked us to. */
    record Cancelled(String method) implements Fault {
        @Override
        public String inWords() {
            return "was not waited for any longer (" + method + ")";
        }

        @Override
        public boolean isPassing() {
            return true;
        }
    }
}
