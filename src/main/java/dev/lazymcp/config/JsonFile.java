package dev.lazymcp.config;

import dev.lazymcp.config.edit.JsoncReader;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.config.edit.SyntaxException;
import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A JSON file of a client that is no list of servers: its settings, a plugin's manifest.
 *
 * @param path as it was named
 * @param text all of it
 * @param root its value; none for a blank file
 */
public record JsonFile(Path path, String text, Optional<Node> root) {
    /**
     * Reads {@code path}.
     *
     * @throws ConfigException where it is no JSON, with file, line and column
     */
    public static JsonFile read(Path path) throws IOException, ConfigException {
        try {
            String text = SourceText.decode(AtomicFile.read(path).bytes());
            boolean blank = text.replace("\uFEFF", "").isBlank();
            return new JsonFile(path, text, blank ? Optional.empty() : Optional.of(JsoncReader.read(text)));
        } catch (SyntaxException fault) {
            throw new ConfigException(path + ":" + fault.position() + ": " + fault.getMessage(), fault);
        }
    }

    /** Its members, where it is a map. */
    public Optional<Node.Members> members() {
        return root.flatMap(node -> node instanceof Node.Members map ? Optional.of(map) : Optional.empty());
    }

    /** Where {@code node} stands, for people: file, line and column. */
    public String where(Node node) {
        return path + ":" + Position.of(text, node.span().from());
    }

    /** Not what it says. */
    @Override
    public String toString() {
        return "JsonFile[" + path + "]";
    }
}
