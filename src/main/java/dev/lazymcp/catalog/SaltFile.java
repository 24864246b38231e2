package dev.lazymcp.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Consumer;

/** The installation's {@link Salt} on disk: 32 random bytes in the file {@code salt} of the state directory. */
public final class SaltFile {
    private static final String NAME = "salt";

    private final Path stateDirectory;
    private final Path file;
    private final Consumer<String> warnings;

    /**
     * The salt in {@code stateDirectory}, which need not be there.
     *
     * @param warnings takes one sentence when a file is there and cannot be used
     */
    public SaltFile(Path stateDirectory, Consumer<String> warnings) {
        this.stateDirectory = stateDirectory;
        this.file = stateDirectory.resolve(NAME);
        this.warnings = warnings;
    }

    /** The salt; empty when none was created yet or it cannot be used: then nothing in the catalog can be found. */
    public Optional<Salt> read() {
        try {
            return Optional.of(load());
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException unusable) {
            warnings.accept(
                    "salt file " + file + " is not used, the catalog is taken as empty: " + unusable.getMessage());
            return Optional.empty();
        }
    }

    /**
     * The salt, created (0600) when there is none. All processes that do this at once get the same one. One that cannot
     * be used is replaced, with a warning; what the catalog knows by it has to be learned again.
     *
     * @throws IOException when it can neither be read nor created
     */
    public Salt readOrCreate() throws IOException {
        Optional<Salt> present = read();
        if (present.isPresent()) {
            return present.get();
        }
        PrivateFile.createDirectories(stateDirectory);
        try {
            load();
        } catch (NoSuchFileException absent) {
            create();
        } catch (IOException unusable) {
            Files.deleteIfExists(file);
            create();
        }
        return load();
    }

    private void create() throws IOException {
        byte[] random = new byte[Salt.LENGTH];
        new SecureRandom().nextBytes(random);
        try {
            PrivateFile.create(file, random);
        } catch (FileAlreadyExistsException lost) {
            // The other's is as good: the caller reads what is there.
        }
    }

    private Salt load() throws IOException {
        try (InputStream in = PrivateFile.openTrusted(file)) {
            if (in.available() != Salt.LENGTH) {
                throw new IOException("it has " + in.available() + " bytes, not " + Salt.LENGTH);
            }
            return Salt.of(PrivateFile.read(in, Salt.LENGTH));
        }
    }
}
