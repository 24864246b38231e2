package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.config.edit.SyntaxException;
import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A client's config file as it was read.
 *
 * @param path as the person or the client calls it
 * @param snapshot the bytes, and the file behind any links
 * @param document what they mean
 */
public record ConfigFile(Path path, AtomicFile.Snapshot snapshot, Document document) {
    /** Reads {@code path}. */
    public static ConfigFile read(Path path) throws IOException, ConfigException {
        AtomicFile.Snapshot snapshot = AtomicFile.read(path);
        try {
            String text = SourceText.decode(snapshot.bytes());
            return new ConfigFile(path, snapshot, Format.of(path).read(text));
        } catch (SyntaxException fault) {
            throw fault(path, fault);
        }
    }

    /** Reads {@code text} as the content of {@code path}. */
    public static Document parse(Path path, String text) throws ConfigException {
        try {
            return Format.of(path).read(text);
        } catch (SyntaxException fault) {
            throw fault(path, fault);
        }
    }

    private static ConfigException fault(Path path, SyntaxException fault) {
        return new ConfigException(path + ":" + fault.position() + ": " + fault.getMessage(), fault);
    }
}
