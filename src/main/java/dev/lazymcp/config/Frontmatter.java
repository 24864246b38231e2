package dev.lazymcp.config;

import java.util.Optional;

/**
 * The name in the YAML between the first two lines {@code ---} of a Markdown file. Names that take more than one line, or a tag, an
 * anchor or an escape other than {@code \"} and {@code \\}, are not read but faulted.
 *
 * @param name the value of {@code name}; empty where there is none
 * @param fault line, column and what is wrong there; empty where nothing is
 */
record Frontmatter(Optional<String> name, Optional<String> fault) {
    private static final String FENCE = "---";
    private static final String KEY = "name:";

    /** What YAML gives a meaning at the start of a value. */
    private static final String INDICATORS = "[]{}&*!|>%@`,?#";

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
        String value = line.substring(at);
        char first = value.isEmpty() ? '#' : value.charAt(0);
        Optional<String> name;
        if (first == '#') {
            name = Optional.of("");
        } else if (first == '"' || first == '\'') {
            name = quoted(value, first);
        } else if (INDICATORS.indexOf(first) >= 0) {
            name = Optional.empty();
        } else {
            name = Optional.of(plain(value));
        }
        if (name.isEmpty()) {
            String fault =
                    number + ":" + (at + 1) + ": the name is not read: it is neither plain nor quoted on one line";
            return new Frontmatter(Optional.empty(), Optional.of(fault));
        }
        return new Frontmatter(name.filter(text -> !text.isEmpty()), Optional.empty());
    }

    private static String plain(String value) {
        for (int i = 1; i < value.length(); i++) {
            if (value.charAt(i) == '#' && isBlank(value.charAt(i - 1))) {
                return value.substring(0, i).strip();
            }
        }
        return value.strip();
    }

    /** What stands in the quotes, or empty where they do not end, or something follows them. */
    private static Optional<String> quoted(String value, char quote) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            char next = i + 1 < value.length() ? value.charAt(i + 1) : '\0';
            if (quote == '\'' && c == quote && next == quote) {
                text.append(quote);
                i++;
            } else if (c == quote) {
                String rest = value.substring(i + 1);
                boolean end = rest.isBlank()
                        || (isBlank(rest.charAt(0)) && rest.strip().startsWith("#"));
                return end ? Optional.of(text.toString()) : Optional.empty();
            } else if (quote == '"' && c == '\\') {
                if (next != '"' && next != '\\') {
                    return Optional.empty();
                }
                text.append(next);
                i++;
            } else {
                text.append(c);
            }
        }
        return Optional.empty();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
