package dev.lazymcp.config.edit;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of config files. One that is here but cannot be edited is refused as a whole. */
public enum Format {
    /** JSON, with the comments and trailing commas that most clients allow. */
    JSONC,
    /** TOML, as Codex uses it. */
    TOML,
    /** YAML, as Goose and Continue use it. */
    YAML;

    /** The format of the file {@code path}, by its name. */
    public static Format of(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".toml")) {
            return TOML;
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") ? YAML : JSONC;
    }

    /** Reads {@code text}. */
    public Document read(String text) throws SyntaxException {
        return switch (this) {
            case JSONC -> {
                if (text.replace("\uFEFF", "").isBlank()) {
                    yield new Document(text, Optional.empty(), List.of());
                }
                Node root = JsoncReader.read(text);
                yield new Document(text, Optional.of(root), EntryFinder.find(text, root));
            }
            case TOML, YAML ->
                throw new SyntaxException(
                        new Position(1, 1), "lazymcp cannot edit " + name() + " files yet; the file was left as it is");
        };
    }
}
