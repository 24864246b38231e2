package dev.lazymcp.config.client;

/** Whose servers a file lists. */
public enum Scope {
    /** What an administrator set for everybody on this machine. */
    MANAGED,
    /** One person's, in one project. */
    LOCAL,
    /** Those of everybody who works on a project. */
    PROJECT,
    /** One person's, in every project. */
    USER,
    /** Brought by a plugin of the client. */
    PLUGIN;

    /** Whether the file is the person's or the team's to edit: the others are put back by whoever made them. */
    public boolean isEditable() {
        return this == LOCAL || this == PROJECT || this == USER;
    }
}
