package dev.lazymcp.config.client;

/** What of its own environment a client hands to the servers it starts, beside what the entry says. */
public enum Inheritance {
    /** All of it. */
    ALL("all of the client's environment"),
    /** All but names that look like secrets. */
    WITHOUT_SECRETS("the client's environment without names that look like secrets"),
    /** A handful of names such as HOME and PATH. */
    FEW("a short list of names such as HOME, PATH and TERM"),
    /** PATH alone. */
    PATH("PATH alone"),
    /** The environment of a program started from the desktop, which has not the PATH of a shell. */
    DESKTOP("the environment of the desktop, whose PATH is not the shell's"),
    /** Nobody said. */
    UNKNOWN("not known");

    private final String text;

    Inheritance(String text) {
        this.text = text;
    }

    /** In words, for a sentence that says what servers get. */
    public String text() {
        return text;
    }
}
