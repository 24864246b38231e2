package dev.lazymcp.config.edit;

/** What the TOML library finds wrong, where people would look for it and in words for them. */
final class TomlFault {
    private TomlFault() {}

    /**
     * The fault that the library calls {@code message}.
     *
     * @param text the whole file
     * @param offset where the library noticed it, which is behind the statement that repeats something
     */
    static SyntaxException of(String text, int offset, String message) {
        return switch (message) {
            case "Duplicate key" -> repeated(text, offset, "the key ", "is set twice");
            case "Table redefined" -> repeated(text, offset, "the table ", "is defined twice");
            case "Premature end of file" -> fault(text, offset, "the file ends, and something is still to come");
            case "Unknown token" ->
                fault(text, offset, "this is no value as TOML writes it; a string stands in quotes");
            default ->
                fault(text, offset, message.startsWith("Unexpected token") ? "this is not expected here" : message);
        };
    }

    private static SyntaxException repeated(String text, int offset, String what, String how) {
        int end = Math.min(offset, text.length());
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        int from = text.lastIndexOf('\n', Math.max(0, end - 1)) + 1;
        int lineEnd = text.indexOf('\n', from) < 0 ? text.length() : text.indexOf('\n', from);
        String line = text.substring(from, lineEnd).strip();
        boolean header = line.startsWith("[");
        int to = header ? line.indexOf(']') : line.indexOf('=');
        String name = to < 0 ? "" : line.substring(0, to).replace("[", "").strip();
        // The end of a value over several lines is no name.
        boolean known = !name.isEmpty() && name.chars().allMatch(TomlFault::isOfAName);
        return fault(text, from, known ? what + name + " " + how : "what is set here is set twice");
    }

    private static boolean isOfAName(int c) {
        return Character.isLetterOrDigit(c) || "_-. ".indexOf(c) >= 0;
    }

    private static SyntaxException fault(String text, int offset, String message) {
        return new SyntaxException(Position.of(text, offset), message);
    }
}
