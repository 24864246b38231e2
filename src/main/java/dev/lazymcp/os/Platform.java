package dev.lazymcp.os;

import java.util.Locale;

/** The operating systems whose rules for processes and paths differ. */
public enum Platform {
    LINUX,
    MACOS,
    WINDOWS,
    /** Another Unix. */
    OTHER;

    /** The one this program runs on. */
    public static Platform current() {
        return of(System.getProperty("os.name", ""));
    }

    /** The one that a JVM names {@code osName} in its {@code os.name} property. */
    public static Platform of(String osName) {
        String name = osName.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return WINDOWS;
        }
        if (name.startsWith("mac") || name.startsWith("darwin")) {
            return MACOS;
        }
        return name.startsWith("linux") ? LINUX : OTHER;
    }

    /** Whether processes get signals, and paths and permissions are those of POSIX. */
    public boolean isUnix() {
        return this != WINDOWS;
    }
}
