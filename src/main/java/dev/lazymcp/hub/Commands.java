package dev.lazymcp.hub;

/** The commands of the command line, given in the conversation. */
public interface Commands {
    /**
     * What a command said.
     *
     * @param text for people
     * @param failed whether it did not do what was asked
     */
    record Said(String text, boolean failed) {}

    /**
     * Runs one; blocks until it is done.
     *
     * @param subject the server, or the agent; empty for none
     */
    Said run(Action action, String subject);
}
