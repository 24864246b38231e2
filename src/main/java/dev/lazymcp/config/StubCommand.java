package dev.lazymcp.config;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What {@code rewrite} writes as lazymcp's command.
 *
 * @param home the user's home directory
 * @param binary the binary that runs now; none in a development build
 * @param searchPath the value of PATH
 */
public record StubCommand(Path home, Optional<Path> binary, String searchPath) {
    private static final String PLAIN = "lazymcp";

    /**
     * The command for {@code target}. What a team shares must work on every machine; a user's own file must work for a client
     * that was started from the desktop and has no shell's PATH.
     */
    public String in(Path target) throws IOException {
        return binary.isPresent() && belongsToUser(target)
                ? stable(binary.get()).toString()
                : PLAIN;
    }

    private boolean belongsToUser(Path target) throws IOException {
        Path realHome = Files.exists(home) ? home.toRealPath() : home;
        if (!target.startsWith(realHome)) {
            return false;
        }
        for (Path above = target.getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(".git"))) {
                return false;
            }
        }
        return true;
    }

    // A package manager links the current version into a directory of PATH; the link outlives an upgrade, its target
    // does not.
    private Path stable(Path running) throws IOException {
        Path real = running.toRealPath();
        String name = String.valueOf(running.getFileName());
        for (String directory : searchPath.split(Pattern.quote(File.pathSeparator), -1)) {
            Path candidate = Path.of(directory).resolve(name);
            if (candidate.isAbsolute()
                    && Files.isExecutable(candidate)
                    && candidate.toRealPath().equals(real)) {
                return candidate;
            }
        }
        return real;
    }
}
