package dev.lazymcp.shim;

/** What is said of a server that is suspended, and how it comes back. */
final class Suspension {
    private Suspension() {}

    /** The reason in a sentence or two. */
    static String text(StubOptions options, State.Suspended suspended) {
        return suspended.disabled()
                ? options.name() + " is disabled. A person can run: lazymcp enable " + options.name()
                : options.name() + " is only for the agents " + String.join(", ", options.agents())
                        + ", none of which is active.";
    }
}
