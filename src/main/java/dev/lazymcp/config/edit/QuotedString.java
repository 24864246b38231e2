package dev.lazymcp.config.edit;

/** Strings in double quotes, spelled so that JSON, TOML and YAML all read the same. */
final class QuotedString {
    private QuotedString() {}

    /** {@code value} in quotes; half of a surrogate pair is escaped, because UTF-8 has no bytes for it. */
    static String of(String value) {
        StringBuilder quoted = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (isUnprintable(c) || isLoneSurrogate(value, i)) {
                        quoted.append("\\u%04x".formatted((int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /** Whether one of the formats forbids {@code c} as it is, or takes it for a line end or a byte order mark. */
    static boolean isUnprintable(char c) {
        return c < ' '
                || (c >= '\u007f' && c <= '\u009f')
                || c == '\u2028'
                || c == '\u2029'
                || c == '\ufeff'
                || c >= '\ufffe';
    }

    private static boolean isLoneSurrogate(String value, int at) {
        char c = value.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
    }
}
