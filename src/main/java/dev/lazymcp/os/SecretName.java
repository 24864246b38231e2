package dev.lazymcp.os;

import java.util.Locale;
import java.util.Set;

/** Tells by its name whether something is likely a secret: an environment variable, a header, an option. In doubt it is. */
final class SecretName {
    private static final String[] PARTS = {
        "token",
        "secret",
        "password",
        "passwd",
        "passphrase",
        "apikey",
        "credential",
        "authorization",
        "bearer",
        "cookie",
        "signature"
    };
    private static final Set<String> WORDS =
            Set.of("key", "keys", "auth", "oauth", "pass", "pwd", "pat", "cred", "creds", "sig", "session", "private");

    private SecretName() {}

    /** Whether {@code name} tells of a secret. */
    static boolean matches(String name) {
        // POSIX, "Environment Variables": the working directory, in nearly every process.
        if (name.equals("PWD")) {
            return false;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        for (String part : PARTS) {
            if (lower.contains(part)) {
                return true;
            }
        }
        int start = 0;
        for (int i = 0; i <= name.length(); i++) {
            boolean hump = i > start && i < name.length() && isLower(name.charAt(i - 1)) && isUpper(name.charAt(i));
            boolean end = i == name.length() || !Character.isLetterOrDigit(name.charAt(i));
            if ((hump || end) && WORDS.contains(lower.substring(start, i))) {
                return true;
            }
            if (hump) {
                start = i;
            } else if (end) {
                start = i + 1;
            }
        }
        return false;
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }
}
