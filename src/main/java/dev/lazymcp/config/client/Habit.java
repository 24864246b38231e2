package dev.lazymcp.config.client;

/** What some clients do with entries and others do not. */
public enum Habit {
    /** Takes variables for the server from the file that an entry's {@code envFile} names. */
    READS_ENV_FILES,
    /** Merges the entries that several files have under one name: member by member, maps as well, lists and texts as a whole. */
    MERGES_MEMBERS,
    /** Has rules in its settings that deny tools by the names of server and tool. */
    DENIES_IN_SETTINGS
}
