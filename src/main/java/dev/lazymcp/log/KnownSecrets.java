package dev.lazymcp.log;

import dev.lazymcp.os.Secrets;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The secrets of one server that are known by value: what its entry puts into its environment, what its command line carries, and
 * variables of the whole environment whose names are secret. Spelt as they are, as in JSON and as in a URL; a value of several
 * lines is known line by line. What is shorter than {@value #SHORTEST} characters cannot be told from other text.
 */
public final class KnownSecrets {
    private static final int SHORTEST = 6;
    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token");

    private final List<String> values;

    private KnownSecrets(Set<String> values) {
        // A secret that contains another goes first, or a rest of it would stay.
        this.values = values.stream()
                .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /**
     * Those of a server.
     *
     * @param command its command line
     * @param given what its entry gives it: values of variables, whatever their names, and of headers
     * @param environment its whole environment
     */
    public static KnownSecrets of(List<String> command, Collection<String> given, Map<String, String> environment) {
        Set<String> values = new HashSet<>();
        for (String value : given) {
            add(values, value);
            add(values, credentials(value));
        }
        environment.forEach((name, value) -> {
            if (Secrets.isSecretName(name)) {
                add(values, value);
            }
        });
        List<String> masked = Secrets.maskedArguments(command);
        for (int i = 0; i < masked.size(); i++) {
            int mask = masked.get(i).endsWith(Secrets.MASK) ? masked.get(i).length() - Secrets.MASK.length() : -1;
            if (mask >= 0 && command.get(i).startsWith(masked.get(i).substring(0, mask))) {
                String secret = command.get(i).substring(mask);
                add(values, secret);
                add(values, secret.substring(secret.lastIndexOf('=') + 1)); // of a query the value by itself
            }
        }
        return new KnownSecrets(values);
    }

    /** What stands behind the scheme in the value of a header (RFC 9110, section 11.4); else all of {@code value}. */
    private static String credentials(String value) {
        int blank = value.indexOf(' ');
        return blank > 0 && SCHEMES.contains(value.substring(0, blank).toLowerCase(Locale.ROOT))
                ? value.substring(blank + 1)
                : value;
    }

    private static void add(Set<String> values, String value) {
        value.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST)
                .forEach(line -> {
                    values.add(line);
                    values.add(line.replace("\\", "\\\\").replace("\"", "\\\""));
                    values.add(URLEncoder.encode(line, StandardCharsets.UTF_8));
                });
    }

    /** {@code line} without them, and without what looks like a secret by itself. */
    public String masked(String line) {
        return Secrets.maskedLine(hiddenIn(line));
    }

    /** {@code text} with a mask in the place of each of them. */
    public String hiddenIn(String text) {
        String masked = text;
        for (String value : values) {
            masked = masked.replace(value, Secrets.MASK);
        }
        return masked;
    }
}
