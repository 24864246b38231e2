package dev.lazymcp.os;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps secrets out of what people, models and logs get to read. In doubt a word is a secret. */
public final class Secrets {
    /** What stands where a secret was. */
    public static final String MASK = "***";

    private static final int SHORTEST = 6;
    private static final Set<String> CARRY_A_PAIR = Set.of("-e", "--env", "-H", "--header", "-u", "--user");
    // The stub's option with names of variables, which sound like secrets and are none.
    private static final String NAMES_ONLY = "--env-keys";
    private static final String SEPARATORS = " \t\r\n;,&|\"'";

    private Secrets() {}

    /** Whether something of that name is likely a secret: an environment variable, a header, a flag. */
    public static boolean isSecretName(String name) {
        return SecretName.matches(name);
    }

    /** {@code text} without the values of those variables of {@code environment} whose names are secret. */
    public static String masked(String text, Map<String, String> environment) {
        String masked = text;
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String value = variable.getValue();
            if (value.length() >= SHORTEST && isSecretName(variable.getKey())) {
                masked = masked.replace(value, MASK);
            }
        }
        return masked;
    }

    /**
     * A line that a program wrote for people: masked is what stands behind a name that sounds like a secret, what looks like a token or
     * a key, and of URLs user and query.
     */
    public static String maskedLine(String line) {
        return ProseMask.of(line);
    }

    /**
     * A command line to be read: masked are values behind options that sound like secrets, headers and variables that are
     * handed on, words that look like tokens, and of URLs user and query.
     */
    public static List<String> maskedArguments(List<String> argv) {
        List<String> masked = new ArrayList<>(argv.size());
        String before = "";
        for (String argument : argv) {
            masked.add(word(before, argument));
            before = argument;
        }
        return List.copyOf(masked);
    }

    /** {@code text} without the user information, query and fragment of each URL in it, and without what looks like a token. */
    public static String maskedUrl(String text) {
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (int scheme = text.indexOf("://"); scheme >= 0; scheme = text.indexOf("://", done)) {
            int host = scheme + 3;
            int end = endOfUrl(text, host);
            out.append(text, done, host).append(maskedAddress(text.substring(host, end)));
            done = end;
        }
        return out.append(text, done, text.length()).toString();
    }

    /** What stands behind {@code scheme://}. */
    private static String maskedAddress(String address) {
        int query = firstOf(address, "?#", 0);
        int path = firstOf(address, "/?#", 0);
        int at = address.lastIndexOf('@', path - 1);
        StringBuilder out = new StringBuilder(at >= 0 ? MASK + "@" : "");
        for (int from = at + 1; from <= query; ) {
            int slash = Math.min(firstOf(address, "/", from), query);
            String part = address.substring(from, slash);
            out.append(SecretShape.matches(part) ? MASK : part).append(slash < query ? "/" : "");
            from = slash + 1;
        }
        return query == address.length()
                ? out.toString()
                : out.append(address.charAt(query)).append(MASK).toString();
    }

    private static String word(String before, String word) {
        if (before.equals(NAMES_ONLY)) {
            return word;
        }
        if (isSecretOption(before) && !word.startsWith("--")) {
            return MASK;
        }
        // Settings as JSON: whatever is secret in there has no place that could be told from the rest.
        if (word.startsWith("{") || word.startsWith("[")) {
            return MASK;
        }
        int name = lengthOfName(word);
        if (name > 0 && name < word.length() && word.charAt(name) == '=') {
            String option = word.substring(0, name);
            if (option.equals(NAMES_ONLY)) {
                return word;
            }
            boolean secret = CARRY_A_PAIR.contains(before) || isSecretName(option);
            String handedOn = CARRY_A_PAIR.contains(option) ? option : "";
            return option + "=" + (secret ? MASK : word(handedOn, word.substring(name + 1)));
        }
        int colon = word.indexOf(':');
        if (colon >= 0 && (CARRY_A_PAIR.contains(before) || (colon == name && isSecretName(word.substring(0, name))))) {
            return word.substring(0, colon + 1) + MASK;
        }
        return text(maskedUrl(word));
    }

    /** A word that may hold several, as a script does that is handed to a shell. */
    private static String text(String word) {
        if (firstOf(word, SEPARATORS, 0) == word.length()) {
            return SecretShape.matches(word) ? MASK : word;
        }
        StringBuilder out = new StringBuilder();
        String before = "";
        for (int from = 0; from < word.length(); ) {
            int end = firstOf(word, SEPARATORS, from);
            String piece = word.substring(from, end);
            boolean rest = isSecretName(piece) && piece.endsWith(":");
            if (rest || before.equals("Bearer") || before.equals("Basic")) {
                return out.append(rest ? piece : "").append(MASK).toString();
            }
            out.append(piece.isEmpty() ? "" : word(before, piece));
            before = piece.isEmpty() ? before : piece;
            from = end;
            while (from < word.length() && SEPARATORS.indexOf(word.charAt(from)) >= 0) {
                out.append(word.charAt(from));
                from++;
            }
        }
        return out.toString();
    }

    private static boolean isSecretOption(String word) {
        return word.startsWith("-") && word.indexOf('=') < 0 && !word.equals(NAMES_ONLY) && isSecretName(word);
    }

    /** How much of {@code word}, from its beginning, can be the name of an option or variable; 0 for none. */
    private static int lengthOfName(String word) {
        int start = word.startsWith("--") ? 2 : word.startsWith("-") ? 1 : 0;
        int at = start;
        while (at < word.length() && isNamePart(word.charAt(at), at == start)) {
            at++;
        }
        return at == start ? 0 : at;
    }

    private static boolean isNamePart(char c, boolean first) {
        boolean letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter || (!first && ((c >= '0' && c <= '9') || c == '.' || c == '-'));
    }

    private static int endOfUrl(String text, int from) {
        return firstOf(text, " \t\r\n\"'", from);
    }

    /** Where one of {@code marks} stands in {@code text} first; its length where none does. */
    private static int firstOf(String text, String marks, int from) {
        int at = from;
        while (at < text.length() && marks.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
