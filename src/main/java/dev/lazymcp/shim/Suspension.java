package dev.lazymcp.shim;

/** What is said of a server that is suspended, and how it comes back. */
final class Suspension {
    private Suspension() {}

    /** The reason in a sentence or two; empty for a state in which the server can be used. */
    static String text(StubOptions options, State state) {
        return switch (state) {
            case State.Suspended(int _, boolean disabled, boolean _)
            when disabled -> options.name() + " is disabled. A person can run: lazymcp enable " + options.name();
            case State.Suspended _ ->
                options.name() + " is only for the agents " + String.join(", ", options.agents())
                        + ", none of which is active. A person can run: lazymcp agent enter "
                        + options.agents().getFirst();
            case State.Removed(String reason) ->
                options.name() + ": " + reason + ". Put the entry back and run: lazymcp sync";
            case State.Registered _, State.Connecting _, State.Active _, State.Closed _ -> "";
        };
    }

    /** What is said of a server that is hidden until somebody wants it. */
    static String hidden(StubOptions options) {
        return options.name() + " is hidden. A person can bring it out: lazymcp enable " + options.name();
    }
}
