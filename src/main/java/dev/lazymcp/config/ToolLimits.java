package dev.lazymcp.config;

import dev.lazymcp.config.client.ToolRules;
import dev.lazymcp.config.client.ToolRules.StartLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;

/**
 * What the stub of an entry has to hold itself, since the client's rules name tools that the client may never be listed.
 *
 * @param denied tools never to be called
 * @param keepsDenied whether what a stub denies already stays: it may come from settings that cannot be seen from everywhere
 * @param allowed the only tools to be called; empty for all
 * @param hidesOthers whether the client hides all others, the stub's tool too
 * @param startTimeout how long a start may take, if the entry says so
 * @param obstacle why a stub cannot hold it, for people
 */
record ToolLimits(
        List<String> denied,
        boolean keepsDenied,
        List<String> allowed,
        boolean hidesOthers,
        Optional<Duration> startTimeout,
        Optional<String> obstacle) {
    private static final String TOOLS = "tools";

    /** Copies the lists. */
    ToolLimits {
        denied = List.copyOf(denied);
        allowed = List.copyOf(allowed);
    }

    /**
     * What the members of an entry say to clients with {@code rules}.
     *
     * @throws EntryException where one of them makes no sense
     */
    static ToolLimits of(EntryFields fields, List<ToolRules> rules) throws EntryException {
        Optional<String> obstacle = Optional.empty();
        SequencedSet<String> denied = new LinkedHashSet<>();
        for (String member : members(rules, ToolRules::denied)) {
            List<String> names = fields.names(member);
            obstacle = obstacle.or(() -> pattern(fields, member, names));
            denied.addAll(names);
        }
        List<String> allowed = fields.tools();
        boolean hidesOthers = false;
        for (String member : members(rules, ToolRules::allowed)) {
            List<String> names = member.equals(TOOLS) ? fields.tools() : fields.limit(member);
            if (names.isEmpty()) {
                continue;
            }
            obstacle = obstacle.or(() -> pattern(fields, member, names));
            hidesOthers = true;
            List<String> both = allowed.isEmpty()
                    ? names
                    : allowed.stream().filter(names::contains).toList();
            if (both.isEmpty()) {
                obstacle = obstacle.or(() -> Optional.of(at(fields, member) + "tools and " + member
                        + " have no tool in common, so that nothing is allowed; make them agree"));
            }
            allowed = both;
        }
        return new ToolLimits(List.copyOf(denied), false, allowed, hidesOthers, startTimeout(fields, rules), obstacle);
    }

    /** This and what settings deny. */
    ToolLimits and(SettingsRules.Denied more) {
        SequencedSet<String> all = new LinkedHashSet<>(denied);
        all.addAll(more.tools());
        return new ToolLimits(
                List.copyOf(all), true, allowed, hidesOthers, startTimeout, obstacle.or(() -> more.obstacle()));
    }

    /** This with {@code present} before what is denied anyway. */
    ToolLimits denying(List<String> present) {
        SequencedSet<String> all = new LinkedHashSet<>(present);
        all.addAll(denied);
        return new ToolLimits(List.copyOf(all), keepsDenied, allowed, hidesOthers, startTimeout, obstacle);
    }

    /** The members, of those that {@code rules} know, that are lists in the entry. */
    static List<String> members(List<ToolRules> rules, Function<ToolRules, List<String>> kind) {
        return rules.stream()
                .flatMap(client -> kind.apply(client).stream())
                .distinct()
                .toList();
    }

    private static Optional<String> pattern(EntryFields fields, String member, List<String> names) {
        return names.stream()
                .filter(name -> name.indexOf('*') >= 0 || name.indexOf('(') >= 0)
                .findFirst()
                .map(name -> at(fields, member) + member + " has the pattern \"" + name
                        + "\", and a stub can hold exact names only; write the names out");
    }

    private static String at(EntryFields fields, String member) {
        return fields.position(member).map(position -> position + ": ").orElse("");
    }

    private static Optional<Duration> startTimeout(EntryFields fields, List<ToolRules> rules) throws EntryException {
        List<StartLimit> limits = rules.stream()
                .flatMap(client -> client.startLimits().stream())
                .distinct()
                .toList();
        for (StartLimit limit : limits) {
            Optional<BigDecimal> number = fields.positive(limit.member());
            if (number.isPresent()) {
                BigDecimal millis = number.get().multiply(BigDecimal.valueOf(limit.millis()));
                return Optional.of(Duration.ofMillis(millis.max(BigDecimal.ONE).longValue()));
            }
        }
        return Optional.empty();
    }
}
