package dev.lazymcp.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a test does to the machine around a stub, by the machine's own commands. */
final class Machine {
    private Machine() {}

    /** Runs {@code command} to its end. */
    static Cli run(String... command) {
        return Cli.startCommand(Path.of("/"), Map.of(), List.of(command)).await();
    }

    /** Sends the process {@code pid} a signal by its name, without SIG. */
    static void signal(String name, long pid) {
        must("kill", "-" + name, Long.toString(pid));
    }

    /** Sets a limit of a running process, in the words of {@code prlimit}; {@code as} are words that run it as the process's user. */
    static void limit(long pid, String limit, String... as) {
        List<String> command = new ArrayList<>(List.of(as));
        command.addAll(List.of("prlimit", "--pid", Long.toString(pid), limit));
        must(command.toArray(String[]::new));
    }

    private static void must(String... command) {
        Cli done = run(command);
        if (done.code() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + done);
        }
    }

    /** Skips the test where the machine does not do {@code command}. */
    static void assumes(String... command) {
        boolean done;
        try {
            done = run(command).code() == 0;
        } catch (java.io.UncheckedIOException noSuchCommand) {
            done = false;
        }
        assumeTrue(done, String.join(" ", command) + " is not possible here");
    }

    /** Skips the test for everybody but root. */
    static void assumesRoot() throws IOException {
        assumeTrue(
                Files.exists(Path.of("/proc/self"))
                        && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root can do this");
    }

    /** A disk of its own at a directory, which goes with it. */
    record Disk(Path at) implements AutoCloseable {
        /** One of {@code kibibytes} at {@code directory}, which is made; skips the test where none can be had. */
        static Disk of(Path directory, int kibibytes) throws IOException {
            assumesRoot();
            Files.createDirectories(directory);
            assumes("mount", "-t", "tmpfs", "-o", "mode=700,size=" + kibibytes + "k", "tmpfs", directory.toString());
            return new Disk(directory);
        }

        /** Takes all the room that is left. */
        void fill() throws IOException {
            run("dd", "if=/dev/zero", "of=" + at.resolve("filler"), "bs=512");
        }

        /** Gives it back. */
        void empty() throws IOException {
            Files.delete(at.resolve("filler"));
        }

        /** Lets nobody write any more. */
        void protect() {
            must("mount", "-o", "remount,ro", at.toString());
        }

        @Override
        public void close() {
            must("umount", "-l", at.toString());
        }
    }
}
