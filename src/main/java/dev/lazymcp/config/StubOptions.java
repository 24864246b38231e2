package dev.lazymcp.config;

import dev.lazymcp.config.WrapLine.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** From an entry's members to the options of its stub, and from two option lists to one. */
final class StubOptions {
    private static final Set<String> FROM_THE_ENTRY =
            Set.of("--name", "--tools", "--agents", "--required", "--env-keys");
    private static final String EXPOSE = "--expose";

    private StubOptions() {}

    /** The options that {@code fields} and the person ask for. */
    static List<Option> of(EntryFields fields, Optional<String> expose) throws EntryException {
        List<Option> options = new ArrayList<>();
        options.add(Option.of("--name", fields.entry().path().name()));
        expose.ifPresent(mode -> options.add(Option.of(EXPOSE, mode)));
        options.addAll(list("--tools", fields.tools()));
        options.addAll(list("--agents", fields.agents()));
        if (fields.required()) {
            options.add(Option.of("--required"));
        }
        options.addAll(list("--env-keys", fields.environmentNames()));
        return List.copyOf(options);
    }

    /**
     * {@code wanted}, and of {@code present} what somebody added by hand. If that comes to the same as {@code present}, just
     * that, so that spelling and order alone are no reason to write.
     */
    static List<Option> merge(List<Option> present, List<Option> wanted) {
        boolean exposeWanted = wanted.stream().anyMatch(option -> option.name().equals(EXPOSE));
        List<Option> merged = new ArrayList<>(wanted);
        present.stream()
                .filter(option -> !FROM_THE_ENTRY.contains(option.name())
                        && !(exposeWanted && option.name().equals(EXPOSE)))
                .forEach(merged::add);
        return merged.size() == present.size() && present.containsAll(merged) && merged.containsAll(present)
                ? present
                : List.copyOf(merged);
    }

    private static List<Option> list(String option, List<String> values) {
        return values.isEmpty() ? List.of() : List.of(Option.of(option, String.join(",", values)));
    }
}
