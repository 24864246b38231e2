package dev.lazymcp.probe;

import java.util.Locale;

/** How far the look at one server has come, in this order. */
public enum Phase {
    /** Its entry is read, variables are put in. */
    CONFIG,
    /** Its command and its directory are looked for. */
    RESOLVE,
    /** Its process is made, and has not said anything yet. */
    SPAWN,
    /** It introduces itself. */
    INITIALIZE,
    /** It lists what it has, all pages. */
    LIST,
    /** It ends. */
    SHUTDOWN;

    /** As reports spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
