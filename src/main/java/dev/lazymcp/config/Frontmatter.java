package dev.lazymcp.config;

import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.SyntaxException;
import java.util.Optional;

/**
 * The name in the YAML between the first two lines {@code ---} of a Markdown file. Its line alone is read as YAML: what people write
 * into the others, a description with a colon in it above all, often is none, and their clients take it. A name that takes more
 * than one line is not read but faulted.
 *
 * @param name the value of {@code name}; empty where there is none
 * @param fault line, column and what is wrong there; empty where nothing is
 */
record Frontmatter(Optional<String> name, Optional<String> fault) {
    private static final String FENCE = "---";
    private static final String KEY = "name:";

    private static final Frontmatter NONE = new Frontmatter(Optional.empty(), Optional.empty());

    /** Reads it from the beginning of {@code markdown}. */
    static Frontmatter of(String markdown) {
        String text = markdown.startsWith("\ufeff") ? markdown.substring(1) : markdown;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            boolean fence = line.stripTrailing().equals(FENCE);
            if (number == 1 && !fence) {
                return NONE;
            }
            if (number > 1 && fence) {
                return NONE;
            }
            if (line.startsWith(KEY) && (line.length() == KEY.length() || isBlank(line.charAt(KEY.length())))) {
                return value(line, number);
            }
        }
        return NONE;
    }

    private static Frontmatter value(String line, int number) {
        int at = KEY.length();
        while (at < line.length() && isBlank(line.charAt(at))) {
            at++;
        }
        String place = number + ":" + (at + 1);
        try {
            return name(line)
                    .map(name -> new Frontmatter(Optional.of(name).filter(text -> !text.isEmpty()), Optional.empty()))
                    .orElseGet(() -> fault(place, "it is no text on one line"));
        } catch (SyntaxException broken) {
            return fault(place, String.valueOf(broken.getMessage()));
        }
    }

    private static Frontmatter fault(String place, String why) {
        return new Frontmatter(Optional.empty(), Optional.of(place + ": the name is not read: " + why));
    }

    /** The text that {@code line} gives to its one member; empty where that is something else, or goes on in other lines. */
    private static Optional<String> name(String line) throws SyntaxException {
        Optional<Node> root = Format.YAML.read(line).root();
        if (!(root.orElse(null) instanceof Node.Members members)
                || members.members().size() != 1) {
            return Optional.empty();
        }
        return switch (members.members().getFirst().value().resolved()) {
            case Node.Text text when isOneLine(line, text) -> Optional.of(text.value());
            case Node.Scalar scalar ->
                Optional.of(scalar.isNull() ? "" : scalar.span().in(line));
            default -> Optional.empty();
        };
    }

    private static boolean isOneLine(String line, Node.Text text) {
        String spelled = text.span().in(line);
        boolean block = spelled.startsWith("|") || spelled.startsWith(">");
        return !block && text.value().indexOf('\n') < 0;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
