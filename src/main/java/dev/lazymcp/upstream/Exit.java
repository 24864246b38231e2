package dev.lazymcp.upstream;

import dev.lazymcp.rpc.Frame;
import java.util.List;

/** How a server ended. */
public sealed interface Exit {
    /** The last lines that it wrote to stderr, at most 4 KB of plain text; empty where there are none. */
    String stderrTail();

    /** What happened, as the end of a sentence that begins with the server's name. */
    String inWords();

    /**
     * It exited.
     *
     * @param code its exit code; on Windows perhaps an NTSTATUS, which is negative
     */
    record Exited(int code, String stderrTail) implements Exit {
        @Override
        public String inWords() {
            return code >= 0 ? "exited with code " + code : "exited with code 0x" + Integer.toHexString(code);
        }
    }

    /**
     * A signal killed it, or it claims that one did: a shell reports the signal that killed its child like this (POSIX, "Exit
     * Status for Commands").
     *
     * @param signal the number of the signal
     */
    record Signalled(int signal, String stderrTail) implements Exit {
        @Override
        public String inWords() {
            String name = name(signal);
            return "was killed by signal " + signal + (name.isEmpty() ? "" : " (" + name + ")");
        }

        /** The name of the signals whose numbers are the same on all systems, and of the two faults that are common. */
        private static String name(int signal) {
            return switch (signal) {
                case 1 -> "SIGHUP";
                case 2 -> "SIGINT";
                case 3 -> "SIGQUIT";
                case 4 -> "SIGILL";
                case 6 -> "SIGABRT";
                case 8 -> "SIGFPE";
                case 9 -> "SIGKILL";
                case 11 -> "SIGSEGV";
                case 13 -> "SIGPIPE";
                case 14 -> "SIGALRM";
                case 15 -> "SIGTERM";
                default -> "";
            };
        }
    }

    /** It closed its output and kept running, so it was stopped. */
    record ClosedOutput(String stderrTail) implements Exit {
        @Override
        public String inWords() {
            return "closed its output but kept running (it was stopped)";
        }
    }

    /**
     * What it wrote could not be taken in, so it was stopped.
     *
     * @param reason why
     */
    record Unreadable(String reason, String stderrTail) implements Exit {
        @Override
        public String inWords() {
            return "could not be read from (it was stopped): " + reason;
        }
    }

    /**
     * A server somewhere else cannot be reached or spoken to any more.
     *
     * @param reason what happened, as the end of a sentence that begins with the server's name
     */
    record Lost(String reason) implements Exit {
        @Override
        public String stderrTail() {
            return "";
        }

        @Override
        public String inWords() {
            return reason;
        }
    }

    /**
     * A server somewhere else has forgotten the session (MCP "Transports", session management): it can be started anew.
     *
     * @param refused requests that it did not take for that reason, so that they may be sent to the next session
     */
    record SessionLost(List<Frame> refused) implements Exit {
        /** Copies the list. */
        public SessionLost {
            refused = List.copyOf(refused);
        }

        @Override
        public String stderrTail() {
            return "";
        }

        @Override
        public String inWords() {
            return "has ended the session";
        }
    }
}
