package dev.lazymcp.upstream;

import java.util.List;

/** What a search for a command brought. */
sealed interface Lookup {
    /** The absolute path of a file to run. */
    record Found(String path) implements Lookup {}

    /**
     * Something of that name that cannot be run.
     *
     * @param path where it is
     * @param why the rest of a sentence that begins with the path
     */
    record Unusable(String path, String why) implements Lookup {}

    /**
     * Nothing of that name.
     *
     * @param searched the directories, or the one file, that were looked at, in order
     * @param endings the endings that were tried (Windows)
     */
    record Missing(List<String> searched, List<String> endings) implements Lookup {}
}
