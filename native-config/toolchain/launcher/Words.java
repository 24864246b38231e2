import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Text to arguments and back, by the rules of the java command's argument files. */
final class Words {
    private static final int DEEPEST_FILE = 8;

    private Words() {}

    /** Replaces each @file by the words in it; @@word stands for @word. */
    static List<String> expandFiles(List<String> arguments) throws IOException {
        return expandFiles(arguments, 0);
    }

    private static List<String> expandFiles(List<String> arguments, int depth) throws IOException {
        List<String> expanded = new ArrayList<>();
        for (String argument : arguments) {
            if (!argument.startsWith("@") || argument.length() == 1) {
                expanded.add(argument);
            } else if (argument.startsWith("@@")) {
                expanded.add(argument.substring(1));
            } else {
                if (depth > DEEPEST_FILE) throw new UsageException("argument files nested too deeply: " + argument);
                Path file = Path.of(argument.substring(1));
                if (!Files.isReadable(file)) throw new UsageException("Argument file not found: " + file);
                expanded.addAll(expandFiles(new Reader(Files.readString(file), true).read(), depth + 1));
            }
        }
        return expanded;
    }

    /** Blanks separate words, quotes group them, a backslash escapes inside quotes. */
    static List<String> split(String text) {
        return new Reader(text, false).read();
    }

    /** One word as it has to stand in an argument file. */
    static String quote(String word) {
        if (word.matches("[A-Za-z0-9@%_+=:,./$!~^-]+")) return word;
        return '"'
                + word.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\r", "\\r")
                + '"';
    }

    private static final class Reader {
        private final String text;
        private final boolean comments;
        private final List<String> words = new ArrayList<>();
        private StringBuilder word;
        private int position;

        /** With comments, a '#' at the start of a word hides the rest of the line. */
        Reader(String text, boolean comments) {
            this.text = text;
            this.comments = comments;
        }

        List<String> read() {
            while (position < text.length()) {
                char c = text.charAt(position++);
                if (Character.isWhitespace(c)) {
                    endWord();
                } else if (comments && c == '#' && word == null) {
                    skipLine();
                } else {
                    if (word == null) word = new StringBuilder();
                    if (c == '"' || c == '\'') readQuoted(c);
                    else word.append(c);
                }
            }
            endWord();
            return words;
        }

        private void endWord() {
            if (word != null) words.add(word.toString());
            word = null;
        }

        private void skipLine() {
            while (position < text.length() && text.charAt(position) != '\n') position++;
        }

        private void readQuoted(char quote) {
            while (position < text.length()) {
                char c = text.charAt(position++);
                if (c == quote) return;
                if (c == '\\' && position < text.length()) readEscape(text.charAt(position++));
                else word.append(c);
            }
        }

        private void readEscape(char c) {
            switch (c) {
                case 'n' -> word.append('\n');
                case 'r' -> word.append('\r');
                case 't' -> word.append('\t');
                case 'f' -> word.append('\f');
                // The line goes on after the blanks that lead the next one.
                case '\n', '\r' -> {
                    while (position < text.length() && Character.isWhitespace(text.charAt(position))) position++;
                }
                default -> word.append(c);
            }
        }
    }
}
