package dev.lazymcp.config.client;

import dev.lazymcp.config.edit.Position;
import dev.lazymcp.config.edit.SyntaxException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The file that an entry's {@code envFile} names: a variable a line, as {@code NAME=value}. Blank lines and those that begin with
 * {@code #} mean nothing, {@code export} before a name neither. A value in quotes may go over lines; in double quotes
 * {@code \n}, {@code \r}, {@code \t}, {@code \"} and {@code \\} are escapes. Without quotes {@code #} behind a blank begins a
 * comment. Of two lines for one name the later counts.
 */
public final class EnvFile {
    private static final String EXPORT = "export ";

    private final String text;
    private final SequencedMap<String, String> variables = new LinkedHashMap<>();
    private int at;

    private EnvFile(String text) {
        this.text = text;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /**
     * The variables in {@code text}.
     *
     * @throws SyntaxException for a line that sets nothing; the message holds no part of the line
     */
    public static SequencedMap<String, String> parse(String text) throws SyntaxException {
        EnvFile file = new EnvFile(text);
        while (file.at < text.length()) {
            file.line();
        }
        return file.variables;
    }

    private void line() throws SyntaxException {
        skipBlanks();
        if (at >= text.length() || isLineEnd(text.charAt(at)) || text.charAt(at) == '#') {
            skipLine();
            return;
        }
        if (text.startsWith(EXPORT, at)) {
            at += EXPORT.length();
            skipBlanks();
        }
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        String name = text.substring(start, at);
        skipBlanks();
        if (name.isEmpty() || at >= text.length() || text.charAt(at) != '=') {
            throw new SyntaxException(Position.of(text, start), "a line of an envFile must be NAME=value");
        }
        at++;
        skipBlanks();
        boolean quoted = at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
        variables.putLast(name, quoted ? quoted() : plain());
        skipLine();
    }

    private String plain() {
        int start = at;
        while (at < text.length() && !isLineEnd(text.charAt(at))) {
            boolean comment = text.charAt(at) == '#' && (at == start || isBlank(text.charAt(at - 1)));
            if (comment) {
                break;
            }
            at++;
        }
        return text.substring(start, at).strip();
    }

    private String quoted() throws SyntaxException {
        int start = at;
        char quote = text.charAt(at);
        at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            boolean escape = quote == '"' && text.charAt(at) == '\\' && at + 1 < text.length();
            if (escape) {
                value.append(unescaped(text.charAt(at + 1)));
                at += 2;
            } else {
                value.append(text.charAt(at));
                at++;
            }
        }
        if (at >= text.length()) {
            throw new SyntaxException(Position.of(text, start), "this quote is never closed");
        }
        at++;
        return value.toString();
    }

    private static String unescaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case '"', '\\' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private void skipLine() {
        while (at < text.length() && !isLineEnd(text.charAt(at))) {
            at++;
        }
        at++;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
    }
}
