package dev.lazymcp.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The catalog on disk: one file a server, written whole, read by any number of processes at any time.
 *
 * <p>Reading never fails: what cannot be used (cut, corrupt, of another format, unreadable, somebody else's, writable by
 * others) is a server not seen before, plus a warning. Reading never writes.
 */
public final class CatalogStore {
    private final Path directory;
    private final Consumer<String> warnings;

    /**
     * A catalog in {@code directory}, which need not be there.
     *
     * @param warnings takes one sentence for each file that is there and cannot be used
     */
    public CatalogStore(Path directory, Consumer<String> warnings) {
        this.directory = directory;
        this.warnings = warnings;
    }

    /** What {@code initialize} and a tiny tool list need; empty when the server was not seen before. */
    public Optional<CatalogHead> head(Identity identity) {
        Path file = directory.resolve(identity.fileName());
        try (InputStream in = PrivateFile.openTrusted(file)) {
            return Optional.of(CatalogFile.head(in, in.available()));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException unusable) {
            warn(file, unusable);
            return Optional.empty();
        }
    }

    /** All that is known of the server; empty when it was not seen before. */
    public Optional<CatalogEntry> read(Identity identity) {
        Path file = directory.resolve(identity.fileName());
        try (InputStream in = PrivateFile.openTrusted(file)) {
            return Optional.of(CatalogFile.entry(in, in.available()));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException unusable) {
            warn(file, unusable);
            return Optional.empty();
        }
    }

    /**
     * Replaces what is known of the server, in one step: of writers at the same time one stays, whole. Creates the
     * directory (0700) when it is missing; the file is 0600.
     *
     * @throws IOException when it cannot be written, or when a raw part of {@code entry} is not a JSON object
     */
    public void write(Identity identity, CatalogEntry entry) throws IOException {
        byte[] content = CatalogFile.encode(entry);
        PrivateFile.createDirectories(directory);
        PrivateFile.replace(directory.resolve(identity.fileName()), content);
    }

    private void warn(Path file, IOException unusable) {
        warnings.accept("catalog file " + file + " is not used, as if the server were new: " + unusable.getMessage());
    }
}
