package dev.lazymcp.os;

/** Tells by its look whether a text is likely a secret: what issuers of tokens put in front of them, and what looks random. */
final class SecretShape {
    private static final String[] PREFIXES = {
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
        "glpat-",
        "sk-",
        "sk_",
        "pk_",
        "rk_",
        "xoxa-",
        "xoxb-",
        "xoxe-",
        "xoxp-",
        "xoxr-",
        "xoxs-",
        "AKIA",
        "ASIA",
        "AIza",
        "eyJ",
        "hf_",
        "npm_",
        "pypi-"
    };
    private static final int SHORTEST_TAIL = 6;
    private static final int SHORTEST_RANDOM = 24;

    private SecretShape() {}

    /** Whether {@code word} looks like a secret. */
    static boolean matches(String word) {
        return hasPrefix(word) || word.contains("Bearer ") || word.contains("Basic ") || isRandom(word);
    }

    private static boolean hasPrefix(String word) {
        for (String prefix : PREFIXES) {
            for (int at = word.indexOf(prefix); at >= 0; at = word.indexOf(prefix, at + 1)) {
                int tail = at + prefix.length();
                while (tail < word.length() && isTokenPart(word.charAt(tail))) {
                    tail++;
                }
                // "task-management" is no key of anybody.
                boolean begins = at == 0 || !isLetter(word.charAt(at - 1));
                if (begins && tail - at - prefix.length() >= SHORTEST_TAIL) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isRandom(String word) {
        boolean digit = false;
        boolean letter = false;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!isTokenPart(c) && c != '+' && c != '=') {
                return false;
            }
            digit |= c >= '0' && c <= '9';
            letter |= isLetter(c);
        }
        return word.length() >= SHORTEST_RANDOM && digit && letter;
    }

    private static boolean isTokenPart(char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
