package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** The width of the terminal. Java does not know it, and shells do not export theirs; {@code stty} of POSIX has it. */
final class TerminalWidth {
    private static final File TERMINAL = new File("/dev/tty");

    private TerminalWidth() {}

    /** Asks for it; empty where there is no such program or terminal. */
    static OptionalInt ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (stty.waitFor(1, TimeUnit.SECONDS)) {
                    return columns(new String(stty.getInputStream().readAllBytes(), US_ASCII));
                }
            } finally {
                stty.destroyForcibly();
            }
        } catch (IOException none) {
            return OptionalInt.empty(); // Windows, or a process that has no terminal
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return OptionalInt.empty();
    }

    /** The second of the two numbers that {@code stty size} prints; empty where it is none, or 0 as on a serial line. */
    static OptionalInt columns(String output) {
        String[] words = output.strip().split(" ", -1);
        boolean number = words.length == 2
                && !words[1].isEmpty()
                && words[1].length() < 5
                && words[1].chars().allMatch(c -> c >= '0' && c <= '9');
        int columns = number ? Integer.parseInt(words[1]) : 0;
        return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
    }
}
