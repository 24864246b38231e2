package dev.lazymcp.cli;

import dev.lazymcp.os.Secrets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps what a server was given out of what it says: all values of its entry's variables and headers, whatever their names, secret
 * words of its command line, and secrets of the environment that it got from us.
 */
final class Masking {
    /** Shorter values are words like "true", which would be masked all over a text. */
    private static final int SHORTEST = 6;

    private final List<String> values;
    private final Map<String, String> inherited;

    private Masking(Set<String> values, Map<String, String> inherited) {
        // A value that is part of another one would leave the rest of that one behind.
        this.values = values.stream()
                .filter(value -> value.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        this.inherited = Map.copyOf(inherited);
    }

    /** For texts of the server that {@code launch} starts. */
    static Masking of(ServerLaunch.Startable launch) {
        Set<String> values = new HashSet<>(launch.own().values());
        switch (launch) {
            case ServerLaunch.Local local -> {
                List<String> argv = local.command().argv();
                List<String> shown = Secrets.maskedArguments(argv);
                for (int i = 0; i < argv.size(); i++) {
                    addHidden(values, argv.get(i), shown.get(i));
                }
            }
            case ServerLaunch.Distant distant ->
                distant.remote().headers().stream()
                        .filter(header -> header.variable().isEmpty())
                        .forEach(header -> values.add(header.value()));
        }
        return new Masking(values, launch.environment());
    }

    /** {@code text} with a mask in the place of each secret. */
    String of(String text) {
        String masked = text;
        for (String value : values) {
            masked = masked.replace(value, Secrets.MASK);
        }
        return Secrets.maskedUrl(Secrets.masked(masked, inherited));
    }

    /** What the mask in {@code shown} stands for in {@code word}, where it ends with one. */
    private static void addHidden(Set<String> values, String word, String shown) {
        if (!word.equals(shown)) {
            int kept = shown.indexOf(Secrets.MASK);
            values.add(kept > 0 && word.startsWith(shown.substring(0, kept)) ? word.substring(kept) : word);
        }
    }
}
