package dev.lazymcp.control;

import dev.lazymcp.os.ProcessIdentity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which process is the client where none of its stubs runs yet. */
public final class PresumedClient {
    private PresumedClient() {}

    /**
     * A process above a command.
     *
     * @param program its file, with or without directories; empty where the system does not tell
     */
    public record Ancestor(ProcessIdentity process, String program) {}

    /**
     * The nearest of {@code ancestors}, which are the nearest first, that is not there only to run a command for another: neither
     * a shell nor one of the programs that start a program under other conditions.
     */
    public static Optional<ProcessIdentity> among(List<Ancestor> ancestors) {
        return ancestors.stream()
                .filter(ancestor -> !isBetween(ancestor.program()))
                .map(Ancestor::process)
                .findFirst();
    }

    private static boolean isBetween(String program) {
        return switch (name(program)) {
            case "sh", "bash", "dash", "ash", "busybox", "zsh", "fish", "ksh", "mksh", "csh", "tcsh" -> true;
            case "cmd", "powershell", "pwsh" -> true;
            case "env", "timeout", "gtimeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "time", "xargs" -> true;
            default -> false;
        };
    }

    private static String name(String program) {
        // What Linux says of a file that was replaced while it runs, as updates do.
        String gone = " (deleted)";
        String path = program.endsWith(gone) ? program.substring(0, program.length() - gone.length()) : program;
        String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        return file.endsWith(".exe") ? file.substring(0, file.length() - 4) : file;
    }
}
