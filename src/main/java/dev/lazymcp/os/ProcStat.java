package dev.lazymcp.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What Linux says of a process (proc_pid_stat(5)), as far as {@link ProcessHandle} doesn't: that counts a process that ended
 * and was not waited for as alive, and finds no parent where {@code /proc} hides the processes of others.
 *
 * @param state one letter; {@code Z} and {@code X} are ended
 * @param parent the parent's process id, 0 for one outside of our pid namespace
 */
public record ProcStat(char state, long parent) {
    /** Of the process {@code pid}; empty where there is none or none to be seen. */
    public static Optional<ProcStat> of(long pid) {
        return read(Path.of("/proc", Long.toString(pid), "stat"));
    }

    /** Of this process; empty where {@code /proc} cannot be read. */
    public static Optional<ProcStat> self() {
        return read(Path.of("/proc/self/stat"));
    }

    /** Whether the process has ended and only its exit code is left. */
    public boolean hasEnded() {
        return state == 'Z' || state == 'X';
    }

    private static Optional<ProcStat> read(Path file) {
        try {
            return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // No such process, or it ended while we read (ESRCH): both are an answer.
            return Optional.empty();
        }
    }

    /** {@code pid (name) state parent …}, where the name may hold spaces and parentheses. */
    static Optional<ProcStat> parse(String line) {
        int name = line.lastIndexOf(')');
        int parent = name + 4;
        int end = line.indexOf(' ', parent);
        if (name < 0 || end < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProcStat(line.charAt(name + 2), Long.parseLong(line, parent, end, 10)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
