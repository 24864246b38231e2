package dev.lazymcp.upstream;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Where else commands may be: programs started from a desktop have not the PATH that the user sees in a terminal. */
interface LoginPath {
    /** Whether asking is worth its time: not where the PATH of {@code environment} is the user's own already. */
    boolean mayKnowMore(Map<String, String> environment);

    /**
     * The first PATH of the user's login shell that will do; empty where there is none.
     *
     * @param found whether a PATH will do
     */
    Optional<String> ask(Map<String, String> environment, Predicate<String> found);

    /** What was asked, for an error text. */
    String name(Map<String, String> environment);
}
