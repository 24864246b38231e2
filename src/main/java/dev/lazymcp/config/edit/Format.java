package dev.lazymcp.config.edit;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of config files. */
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
        boolean blank = text.replace("\uFEFF", "").isBlank();
        return switch (this) {
            case JSONC -> blank ? nothing(text) : json(text, JsoncReader.read(text));
            case TOML -> TomlReader.read(text);
            case YAML -> YamlReader.read(text);
        };
    }

    private static Document nothing(String text) {
        return new Document(new JsonNotation(text), Optional.empty(), List.of(), List.of(), List.of());
    }

    private static Document json(String text, Node root) throws SyntaxException {
        JsonNotation notation = new JsonNotation(text);
        List<Span> comments = Gap.comments(text, CommentStyle.SLASHES, Token.below(root));
        return new Document(notation, Optional.of(root), EntryFinder.JSON.find(notation, root), comments, List.of());
    }
}
