package dev.lazymcp.os;

/**
 * Masks what looks like a secret in a line that a program wrote for people: what stands behind a name that sounds like one
 * ({@code token=…}, {@code "password": "…"}, {@code --api-key …}, {@code Bearer …}), what looks like a token or a key, and of URLs
 * user and query. In doubt it is a secret.
 */
final class ProseMask {
    private static final String SEPARATORS = " \t,;&|\"'`()[]{}<>";
    private static final int SHORTEST_KEY_LINE = 40;

    private enum Expecting {
        NOTHING,
        SIGN,
        VALUE
    }

    private final String line;
    private final StringBuilder out = new StringBuilder();
    private Expecting expecting = Expecting.NOTHING;
    private int at;

    private ProseMask(String line) {
        this.line = line;
    }

    /** {@code line} without its secrets. */
    static String of(String line) {
        return new ProseMask(line).masked();
    }

    private String masked() {
        while (at < line.length()) {
            if (isSeparator(at)) {
                out.append(line.charAt(at++));
            } else if (expecting == Expecting.VALUE && isQuote(at - 1)) {
                quoted(line.charAt(at - 1));
            } else {
                int from = at;
                while (at < line.length() && !isSeparator(at)) {
                    at++;
                }
                piece(line.substring(from, at));
            }
        }
        return out.toString();
    }

    private boolean isSeparator(int index) {
        return SEPARATORS.indexOf(line.charAt(index)) >= 0;
    }

    private boolean isQuote(int index) {
        return index >= 0 && (line.charAt(index) == '"' || line.charAt(index) == '\'');
    }

    /** A secret in quotes ends with them, not with its first blank. */
    private void quoted(char quote) {
        while (at < line.length() && line.charAt(at) != quote) {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at, line.length());
        out.append(Secrets.MASK);
        expecting = Expecting.NOTHING;
    }

    private void piece(String piece) {
        int sign = sign(piece);
        boolean pureSign = sign == 0;
        if (expecting == Expecting.VALUE && !(pureSign && piece.length() == 1)) {
            boolean scheme = isScheme(piece);
            out.append(scheme ? piece : Secrets.MASK);
            expecting = scheme ? Expecting.VALUE : Expecting.NOTHING;
        } else if (pureSign) {
            boolean named = expecting != Expecting.NOTHING;
            out.append(piece.charAt(0));
            if (piece.length() > 1) {
                out.append(named ? Secrets.MASK : shape(piece.substring(1)));
            }
            expecting = named && piece.length() == 1 ? Expecting.VALUE : Expecting.NOTHING;
        } else if (sign > 0) {
            pair(piece, sign);
        } else {
            out.append(shape(piece));
            expecting = after(piece);
        }
    }

    private static Expecting after(String word) {
        if (isScheme(word)) {
            return Expecting.VALUE;
        }
        if (!Secrets.isSecretName(word)) {
            return Expecting.NOTHING;
        }
        return word.startsWith("-") ? Expecting.VALUE : Expecting.SIGN;
    }

    /** {@code name=value} or {@code name:value}, the value perhaps still to come. */
    private void pair(String piece, int sign) {
        String name = piece.substring(0, sign);
        String value = piece.substring(sign + 1);
        boolean secret = Secrets.isSecretName(name);
        if (secret && (value.isEmpty() || isScheme(value))) {
            out.append(piece);
            expecting = Expecting.VALUE;
        } else if (secret) {
            out.append(name).append(piece.charAt(sign)).append(Secrets.MASK);
            expecting = Expecting.NOTHING;
        } else {
            out.append(piece.startsWith("://", sign) ? shape(piece) : name + piece.charAt(sign) + shape(value));
            expecting = Expecting.NOTHING;
        }
    }

    /** Where {@code piece} has its first colon or equals sign; -1 where it has none. */
    private static int sign(String piece) {
        int colon = piece.indexOf(':');
        int equals = piece.indexOf('=');
        return colon < 0 || (equals >= 0 && equals < colon) ? equals : colon;
    }

    /** RFC 9110, section 11.1: what stands before credentials. */
    private static boolean isScheme(String word) {
        return word.equals("Bearer") || word.equals("bearer") || word.equals("Basic") || word.equals("basic");
    }

    private static String shape(String word) {
        return SecretShape.matches(word) || isKeyLine(word) ? Secrets.MASK : Secrets.maskedUrl(word);
    }

    /** A line of a private key as PEM writes it (RFC 7468): base64, which unlike a path begins with no slash. */
    private static boolean isKeyLine(String word) {
        if (word.length() < SHORTEST_KEY_LINE || word.startsWith("/")) {
            return false;
        }
        boolean digit = false;
        boolean upper = false;
        boolean lower = false;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            digit |= c >= '0' && c <= '9';
            upper |= c >= 'A' && c <= 'Z';
            lower |= c >= 'a' && c <= 'z';
            boolean base64 =
                    (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || "+/=".indexOf(c) >= 0;
            if (!base64) {
                return false;
            }
        }
        return digit && upper && lower;
    }
}
