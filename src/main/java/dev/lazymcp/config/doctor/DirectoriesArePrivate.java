package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.os.OwnDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** lazymcp's own directories, which hold originals of config files and the sockets of stubs, and are nobody else's business. */
public final class DirectoriesArePrivate implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return among(snapshot.privateDirectories());
    }

    /** Those of {@code directories} that are there and others can enter, or that are none. */
    public static List<Finding> among(List<Path> directories) {
        return directories.stream()
                .filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS))
                .flatMap(path -> fault(path).stream()
                        .map(fault -> new Finding(
                                Severity.ERROR,
                                "directory",
                                path.toString(),
                                fault + ".",
                                "Make it yours alone (chmod 700 " + path + "), or move it away and let lazymcp make it"
                                        + " again.")))
                .toList();
    }

    private static Optional<String> fault(Path path) {
        try {
            return Optional.of(OwnDirectory.fault(path)).filter(fault -> !fault.isEmpty());
        } catch (IOException unreadable) {
            return Optional.of("Its rights cannot be read: " + unreadable.getMessage());
        }
    }
}
