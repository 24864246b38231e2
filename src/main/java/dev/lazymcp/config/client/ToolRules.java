package dev.lazymcp.config.client;

import java.util.List;

/**
 * The members of an entry by which a client limits a server. It applies them to what it is listed, which behind a stub may be the
 * stub's tool alone.
 *
 * @param denied lists of tools that it neither shows nor calls
 * @param allowed lists of the only tools that it shows and calls, so that it hides the stub's tool
 * @param approved what names tools to be called without asking, or with
 * @param startLimits how long a start may take; the first that is there counts
 */
public record ToolRules(
        List<String> denied, List<String> allowed, List<String> approved, List<StartLimit> startLimits) {
    /** A client without such members, as far as anybody said. */
    public static final ToolRules NONE = new ToolRules(List.of(), List.of(), List.of(), List.of());

    /** Copies the lists. */
    public ToolRules {
        denied = List.copyOf(denied);
        allowed = List.copyOf(allowed);
        approved = List.copyOf(approved);
        startLimits = List.copyOf(startLimits);
    }

    /**
     * A member that says how long a start may take.
     *
     * @param member its name
     * @param millis of one of its units
     */
    public record StartLimit(String member, long millis) {}

    /** This with lists of what is denied. */
    ToolRules denying(String... members) {
        return new ToolRules(List.of(members), allowed, approved, startLimits);
    }

    /** This with lists of what alone is allowed. */
    ToolRules allowing(String... members) {
        return new ToolRules(denied, List.of(members), approved, startLimits);
    }

    /** This with what says whether to ask. */
    ToolRules approving(String... members) {
        return new ToolRules(denied, allowed, List.of(members), startLimits);
    }

    /** This with limits of the start. */
    ToolRules starting(StartLimit... members) {
        return new ToolRules(denied, allowed, approved, List.of(members));
    }
}
