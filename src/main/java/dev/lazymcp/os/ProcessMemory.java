package dev.lazymcp.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** How much memory processes hold, in bytes. */
public final class ProcessMemory {
    private static final long KB = 1024;

    private ProcessMemory() {}

    /**
     * The resident memory of the process {@code pid}, shared pages shared out among those that map them where the system tells
     * (proportional set size on Linux); empty where it does not.
     */
    public static OptionalLong of(long pid) {
        return switch (Platform.current()) {
            case LINUX -> {
                OptionalLong proportional = line(Path.of("/proc", Long.toString(pid), "smaps_rollup"), "Pss:");
                yield proportional.isPresent()
                        ? proportional
                        : line(Path.of("/proc", Long.toString(pid), "status"), "VmRSS:");
            }
            case MACOS, OTHER -> ps(pid);
            case WINDOWS -> OptionalLong.empty();
        };
    }

    /** That of {@code pid} and of all processes below it. */
    public static OptionalLong ofTree(long pid) {
        OptionalLong root = of(pid);
        if (root.isEmpty()) {
            return root;
        }
        long sum = root.getAsLong();
        try (Stream<ProcessHandle> below = ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants)) {
            sum += below.mapToLong(handle -> of(handle.pid()).orElse(0)).sum();
        }
        return OptionalLong.of(sum);
    }

    private static OptionalLong line(Path file, String name) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToLong(line -> kilobytes(line.substring(name.length())) * KB)
                    .findFirst();
        } catch (IOException | java.io.UncheckedIOException gone) {
            return OptionalLong.empty(); // ended, or of another user
        }
    }

    /** The number that {@code text} begins with, blanks before it left out. */
    static long kilobytes(String text) {
        long number = 0;
        for (char c : text.strip().toCharArray()) {
            if (c < '0' || c > '9') {
                break;
            }
            number = number * 10 + (c - '0');
        }
        return number;
    }

    private static OptionalLong ps(long pid) {
        try {
            Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
            String text = new String(ps.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return ps.waitFor() == 0 ? OptionalLong.of(kilobytes(text) * KB) : OptionalLong.empty();
        } catch (IOException noPs) {
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }
}
