package dev.lazymcp.control;

import dev.lazymcp.os.Platform;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedSet;

/**
 * Where run directories can be. Clients start servers with environments of all sizes, so a stub and a command need not agree on
 * one: a stub takes the first place that it can use, a command looks into all of them.
 */
public final class RunPlaces {
    private static final String NAME = "lazymcp";
    private static final String RUN = "run";

    private RunPlaces() {}

    /**
     * The places, the best first; touches nothing.
     *
     * @param env the environment; {@code LAZYMCP_HOME} in it beats everything
     * @param home the home directory as the environment says it
     * @param accountHome the home directory as the system's user database says it, which no environment changes
     * @param uid the user's number where the system has such; with it the XDG runtime directory is found without the environment
     */
    public static List<Path> of(
            Platform platform, Map<String, String> env, Path home, Path accountHome, OptionalInt uid) {
        String own = env.getOrDefault("LAZYMCP_HOME", "");
        if (!own.isBlank()) {
            return List.of(Path.of(own).resolve(RUN));
        }
        SequencedSet<Path> places = new LinkedHashSet<>();
        switch (platform) {
            // TMPDIR would be too long for the name of a socket.
            case MACOS ->
                homes(home, accountHome)
                        .forEach(at -> places.add(at.resolve("Library")
                                .resolve("Caches")
                                .resolve(NAME)
                                .resolve(RUN)));
            case WINDOWS -> {
                String local = env.getOrDefault("LOCALAPPDATA", "");
                if (!local.isBlank()) {
                    places.add(Path.of(local).resolve(NAME).resolve(RUN));
                }
                homes(home, accountHome)
                        .forEach(at -> places.add(at.resolve("AppData")
                                .resolve("Local")
                                .resolve(NAME)
                                .resolve(RUN)));
            }
            case LINUX, OTHER -> {
                String runtime = env.getOrDefault("XDG_RUNTIME_DIR", "");
                if (runtime.startsWith("/")) {
                    places.add(Path.of(runtime).resolve(NAME));
                }
                uid.ifPresent(number -> places.add(Path.of("/run/user", Integer.toString(number), NAME)));
                homes(home, accountHome)
                        .forEach(at -> places.add(at.resolve(".local")
                                .resolve("state")
                                .resolve(NAME)
                                .resolve(RUN)));
            }
        }
        return List.copyOf(places);
    }

    private static List<Path> homes(Path home, Path accountHome) {
        List<Path> homes = new ArrayList<>();
        homes.add(home);
        if (!accountHome.equals(home)) {
            homes.add(accountHome);
        }
        return homes;
    }
}
