package dev.lazymcp.upstream;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What is at a path. */
interface FileProbe {
    /** What may be there. */
    enum Kind {
        NOTHING,
        DIRECTORY,
        /** A file that the system would not run. */
        FILE,
        EXECUTABLE
    }

    /** What is at the absolute {@code path}, links followed. */
    Kind at(String path);

    /** Looks at the file system. */
    static FileProbe real() {
        return text -> {
            try {
                Path path = Path.of(text);
                if (Files.isDirectory(path)) {
                    return Kind.DIRECTORY;
                }
                if (!Files.exists(path)) {
                    return Kind.NOTHING;
                }
                return Files.isExecutable(path) ? Kind.EXECUTABLE : Kind.FILE;
            } catch (InvalidPathException e) {
                return Kind.NOTHING;
            }
        };
    }
}
