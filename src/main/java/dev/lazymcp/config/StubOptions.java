package dev.lazymcp.config;

import dev.lazymcp.config.WrapLine.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** From an entry's members to the options of its stub, and from two option lists to one. */
final class StubOptions {
    private static final String DENY = "--deny-tools";
    private static final Set<String> FROM_THE_ENTRY =
            Set.of("--name", "--tools", DENY, "--agents", "--required", "--env-keys");
    private static final String EXPOSE = "--expose";

    private StubOptions() {}

    /** The options that {@code fields}, with the {@code limits} that follow from them, and the person ask for. */
    static List<Option> of(EntryFields fields, ToolLimits limits, Optional<String> expose) throws EntryException {
        List<Option> options = new ArrayList<>();
        options.add(Option.of("--name", fields.entry().path().name()));
        expose.or(() -> limits.hidesOthers() ? Optional.of("names") : Optional.empty())
                .ifPresent(mode -> options.add(Option.of(EXPOSE, mode)));
        options.addAll(list("--tools", limits.allowed()));
        options.addAll(list(DENY, limits.denied()));
        options.addAll(list("--agents", fields.agents()));
        if (fields.required()) {
            options.add(Option.of("--required"));
        }
        options.addAll(list("--env-keys", fields.environmentNames()));
        limits.startTimeout().ifPresent(limit -> options.add(Option.of("--start-timeout", spelled(limit))));
        return List.copyOf(options);
    }

    /** The same for an entry that has a stub with the options of {@code line}. */
    static List<Option> of(EntryFields fields, ToolLimits limits, Optional<String> expose, WrapLine line)
            throws EntryException {
        ToolLimits kept = limits.keepsDenied() ? limits.denying(line.deniedTools()) : limits;
        // How a stub shows itself stays as somebody once said it, whatever follows from a list.
        boolean said = expose.isEmpty() && line.exposure().isPresent();
        List<Option> wanted = of(fields, kept, expose).stream()
                .filter(option -> !said || !option.name().equals(EXPOSE))
                .toList();
        return merge(line.options(), wanted);
    }

    /**
     * {@code wanted}, and of {@code present} what somebody added by hand. If that comes to the same as {@code present}, just
     * that, so that spelling and order alone are no reason to write.
     */
    private static List<Option> merge(List<Option> present, List<Option> wanted) {
        Set<String> named = wanted.stream().map(Option::name).collect(Collectors.toSet());
        List<Option> merged = new ArrayList<>(wanted);
        present.stream()
                .filter(option -> !FROM_THE_ENTRY.contains(option.name()) && !named.contains(option.name()))
                .forEach(merged::add);
        return merged.size() == present.size() && present.containsAll(merged) && merged.containsAll(present)
                ? present
                : List.copyOf(merged);
    }

    private static String spelled(Duration limit) {
        boolean whole = limit.toMillis() % 1_000 == 0;
        return whole ? limit.toSeconds() + "s" : limit.toMillis() + "ms";
    }

    private static List<Option> list(String option, List<String> values) {
        return values.isEmpty() ? List.of() : List.of(Option.of(option, String.join(",", values)));
    }
}
