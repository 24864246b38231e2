package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;

/** Finds where keys, values and comments stand in TOML that is known to be valid. */
final class TomlScanner {
    private static final String BARE_END = " \t\r\n.=]";
    private static final String OPEN_OR_COMMA = "[{,";
    private static final String VALUE_END = ",]}#\r\n";

    private final String text;
    private int at;
    private final List<TomlNotation.Statement> statements = new ArrayList<>();
    private final List<Span> comments = new ArrayList<>();

    /** A scanner of {@code text} from {@code start}. */
    TomlScanner(String text, int start) {
        this.text = text;
        this.at = start;
    }

    /** The whole file; afterwards the statements and comments are known. */
    TomlTable document() {
        TomlTable root = new TomlTable(new Span(at, at));
        TomlTable table = root;
        List<TomlTable.Key> header = List.of();
        for (skipTrivia(); at < text.length(); skipTrivia()) {
            int from = at;
            if (text.charAt(at) == '[') {
                boolean array = text.startsWith("[[", at);
                at += array ? 2 : 1;
                header = key();
                at += array ? 2 : 1;
                table = array ? root.append(header) : root.at(header);
                addStatement(from, header);
            } else {
                List<TomlTable.Key> key = key();
                at++;
                skipTrivia();
                table.put(key, value());
                List<TomlTable.Key> path = new ArrayList<>(header);
                path.addAll(key);
                addStatement(from, path);
            }
        }
        return root;
    }

    /** The headers and assignments, in order. */
    List<TomlNotation.Statement> statements() {
        return List.copyOf(statements);
    }

    /** The comments, in order. */
    List<Span> comments() {
        return List.copyOf(comments);
    }

    private void addStatement(int from, List<TomlTable.Key> path) {
        Span span = new Span(from, Layout.lineEnd(text, at));
        statements.add(new TomlNotation.Statement(
                path.stream().map(TomlTable.Key::name).toList(),
                span,
                path.getLast().span()));
    }

    // Leaves the place at the equals sign or bracket behind the key.
    private List<TomlTable.Key> key() {
        List<TomlTable.Key> parts = new ArrayList<>();
        do {
            at += parts.isEmpty() ? 0 : 1;
            skipTrivia();
            int from = at;
            boolean quoted = text.charAt(at) == '"' || text.charAt(at) == '\'';
            at = quoted ? stringEnd(at) : bareEnd(at, BARE_END);
            Span span = new Span(from, at);
            parts.add(new TomlTable.Key(span, quoted ? TomlReader.value(span.in(text)) : span.in(text)));
            skipTrivia();
        } while (text.charAt(at) == '.');
        return List.copyOf(parts);
    }

    private Node value() {
        return switch (text.charAt(at)) {
            case '"', '\'' -> string();
            case '[' -> array();
            case '{' -> inlineTable();
            default -> scalar();
        };
    }

    private Node string() {
        int from = at;
        at = stringEnd(at);
        Span span = new Span(from, at);
        return new Node.Text(span, TomlReader.value(span.in(text)));
    }

    private Node array() {
        int from = at;
        List<Node> items = new ArrayList<>();
        for (skipSeparator(); text.charAt(at) != ']'; skipSeparator()) {
            items.add(value());
            skipTrivia();
        }
        at++;
        return new Node.Items(new Span(from, at), List.copyOf(items));
    }

    private Node inlineTable() {
        int from = at;
        TomlTable content = new TomlTable(new Span(from, from));
        for (skipSeparator(); text.charAt(at) != '}'; skipSeparator()) {
            List<TomlTable.Key> key = key();
            at++;
            skipTrivia();
            content.put(key, value());
            skipTrivia();
        }
        at++;
        return new Node.Members(new Span(from, at), content.toNode().members());
    }

    private Node scalar() {
        int from = at;
        at += text.substring(from, bareEnd(from, VALUE_END)).stripTrailing().length();
        Span span = new Span(from, at);
        return new Node.Scalar(span, span.in(text));
    }

    // From an opening bracket or a comma to what follows.
    private void skipSeparator() {
        if (OPEN_OR_COMMA.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        skipTrivia();
    }

    private void skipTrivia() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = Layout.lineEnd(text, at);
                comments.add(new Span(at, end));
                at = end;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                at++;
            } else {
                return;
            }
        }
    }

    private int bareEnd(int from, String ends) {
        int end = from;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private int stringEnd(int from) {
        char quote = text.charAt(from);
        String fence = String.valueOf(quote).repeat(3);
        boolean multiLine = text.startsWith(fence, from);
        String close = multiLine ? fence : String.valueOf(quote);
        int end = from + close.length();
        while (!text.startsWith(close, end)) {
            end += quote == '"' && text.charAt(end) == '\\' ? 2 : 1;
        }
        end += close.length();
        // Up to two quotes may stand before the three that close.
        while (multiLine && end < text.length() && text.charAt(end) == quote) {
            end++;
        }
        return end;
    }
}
