package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What {@code rewrite} remembers of the files it wrote, as evidence of where a stub comes from.
 *
 * @param backups its memory
 * @param warnings takes one sentence where that cannot be read
 */
public record SyncRecords(Backups backups, Consumer<String> warnings) implements SyncPlanner.Rewritten {
    @Override
    public boolean test(SyncFile file, String server) {
        return file.places().stream().anyMatch(place -> wrote(place, server));
    }

    private boolean wrote(Path place, String server) {
        try {
            for (Backups.Pair pair : backups.pairs(place)) {
                Document written = ConfigFile.parse(place, pair.written());
                if (written.entries().stream()
                        .anyMatch(entry -> entry.path().name().equals(server)
                                && Stub.find(written, entry).isPresent())) {
                    return true;
                }
            }
        } catch (IOException | ConfigException unreadable) {
            warnings.accept(String.valueOf(unreadable.getMessage()));
        }
        return false;
    }
}
