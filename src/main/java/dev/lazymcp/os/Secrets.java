package dev.lazymcp.os;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps secrets out of what people, models and logs get to read. */
public final class Secrets {
    /** What stands where a secret was. */
    public static final String MASK = "***";

    private static final int SHORTEST = 6;
    private static final String[] WORDS = {
        "secret",
        "token",
        "password",
        "passwd",
        "apikey",
        "api-key",
        "api_key",
        "access-key",
        "access_key",
        "private",
        "credential",
        "auth",
        "bearer",
        "cookie",
        "session",
        "pat"
    };

    private Secrets() {}

    /** Whether something of that name is likely a secret: an environment variable, a header, a flag. */
    public static boolean isSecretName(String name) {
        String lower = name.toLowerCase(java.util.Locale.ROOT);
        for (String word : WORDS) {
            int at = lower.indexOf(word);
            // "pat" is a secret in GITHUB_PAT, not in PATH
            if (at >= 0 && (word.length() > 3 || isWord(lower, at, at + word.length()))) {
                return true;
            }
        }
        return lower.equals("key") || lower.endsWith("_key") || lower.endsWith("-key");
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

    /** A command line to be read: values behind secret-looking flags masked, URLs without user and query. */
    public static List<String> maskedArguments(List<String> argv) {
        List<String> masked = new ArrayList<>(argv.size());
        boolean secretFollows = false;
        for (String argument : argv) {
            int equals = argument.indexOf('=');
            boolean flag = argument.startsWith("-");
            if (secretFollows && !flag) {
                masked.add(MASK);
            } else if (equals > 0 && isSecretName(argument.substring(0, equals))) {
                masked.add(argument.substring(0, equals + 1) + MASK);
            } else {
                masked.add(maskedUrl(argument));
            }
            secretFollows = flag && equals < 0 && isSecretName(argument);
        }
        return masked;
    }

    /** {@code text} without user information and query, where it is a URL. */
    public static String maskedUrl(String text) {
        int scheme = text.indexOf("://");
        if (scheme < 0) {
            return text;
        }
        int host = scheme + 3;
        int path = text.indexOf('/', host);
        int end = path < 0 ? text.length() : path;
        int at = text.lastIndexOf('@', end - 1);
        String shown = at >= host ? text.substring(0, host) + MASK + "@" + text.substring(at + 1) : text;
        int query = shown.indexOf('?');
        return query < 0 ? shown : shown.substring(0, query + 1) + MASK;
    }

    private static boolean isWord(String text, int from, int to) {
        return (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)))
                && (to == text.length() || !Character.isLetterOrDigit(text.charAt(to)));
    }
}
