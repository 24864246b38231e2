package dev.lazymcp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Command lines and URLs without the secrets that people put into them. In doubt a word is a secret. */
public final class Redaction {
    /** What stands in the place of a secret. */
    public static final String MASK = "***";

    private static final Set<String> TELLTALES = Set.of(
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
            "signature");
    private static final Set<String> TELLTALE_WORDS =
            Set.of("key", "keys", "auth", "pass", "pwd", "pat", "cred", "creds", "sig", "session");
    private static final Set<String> CARRY_A_PAIR = Set.of("-e", "--env", "-H", "--header", "-u", "--user");
    // The stub's option with names of variables, which sound like secrets and are none.
    private static final Set<String> HARMLESS = Set.of("--env-keys");

    private static final Pattern ASSIGNMENT = Pattern.compile("(-{0,2}[A-Za-z_][A-Za-z0-9_.-]*)=(.*)", Pattern.DOTALL);
    private static final Pattern URL =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://)([^/?#]*@)?([^?#]*)([?#].*)?", Pattern.DOTALL);
    private static final Pattern WELL_KNOWN = Pattern.compile(
            "(gh[pousr]_|github_pat_|glpat-|sk-|sk_|pk_|rk_|xox[a-z]-|AKIA|ASIA|AIza|eyJ|hf_|npm_|pypi-)[A-Za-z0-9_-]{6,}"
                    + "|(Bearer|Basic) ");
    private static final Pattern RANDOM = Pattern.compile("(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_+=-]{24,}");

    private Redaction() {}

    /** {@code words}, the words of a command line, with each secret replaced. */
    public static List<String> words(List<String> words) {
        List<String> safe = new ArrayList<>();
        String before = "";
        for (String word : words) {
            safe.add(word(before, word));
            before = word;
        }
        return List.copyOf(safe);
    }

    /** {@code url} without user, query and fragment, and without parts of the path that are secrets by their look. */
    public static String url(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            return url;
        }
        String path = Pattern.compile("/")
                .splitAsStream(parts.group(3))
                .map(part -> looksSecret(part) ? MASK : part)
                .collect(Collectors.joining("/"));
        return parts.group(1)
                + (parts.group(2) == null ? "" : MASK + "@")
                + path
                + (parts.group(4) == null ? "" : parts.group(4).charAt(0) + MASK);
    }

    private static String word(String before, String word) {
        if (isSecretOption(before) && !word.startsWith("--")) {
            return MASK;
        }
        Matcher assignment = ASSIGNMENT.matcher(word);
        if (assignment.matches()) {
            String name = assignment.group(1);
            if (HARMLESS.contains(name)) {
                return word;
            }
            boolean secret = CARRY_A_PAIR.contains(before) || isTelltale(name);
            return name + "=" + (secret ? MASK : word("", assignment.group(2)));
        }
        if (CARRY_A_PAIR.contains(before) && word.indexOf(':') >= 0) {
            return word.substring(0, word.indexOf(':') + 1) + MASK;
        }
        if (HARMLESS.contains(before)) {
            return word;
        }
        return looksSecret(word) ? MASK : url(word);
    }

    private static boolean isSecretOption(String word) {
        return word.startsWith("-") && word.indexOf('=') < 0 && !HARMLESS.contains(word) && isTelltale(word);
    }

    private static boolean looksSecret(String word) {
        return WELL_KNOWN.matcher(word).find() || RANDOM.matcher(word).matches();
    }

    private static boolean isTelltale(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return TELLTALES.stream().anyMatch(lower::contains)
                || Pattern.compile("[^a-z0-9]+").splitAsStream(lower).anyMatch(TELLTALE_WORDS::contains);
    }
}
