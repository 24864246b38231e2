package dev.lazymcp.upstream;

/** Tells whether a command could be started, without starting it. */
public final class StartCheck {
    private StartCheck() {}

    /**
     * Looks for {@code command} as a start would; where it is on no PATH, also in the login shell, which can take 3 s.
     *
     * @throws StartFailure where it could not be started, with what was searched
     */
    public static void require(Command command) throws StartFailure {
        Launch.prepare(command, Launch.Surroundings.real());
    }
}
