package dev.lazymcp.os;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where lazymcp keeps its own files on this machine.
 *
 * @param state what must survive: backups of config files, logs
 * @param cache what can be made again
 */
public record Directories(Path state, Path cache) {
    private static final String NAME = "lazymcp";

    /** The conventions that decide where a program's files belong. */
    public enum Platform {
        /** The XDG base directory specification; also every Unix that is not macOS. */
        XDG,
        /** Apple's Library folders. */
        MACOS,
        /** Known folders of a Windows profile. */
        WINDOWS;

        /** The platform that calls itself {@code osName}, as in the system property {@code os.name}. */
        public static Platform named(String osName) {
            if (osName.startsWith("Windows")) {
                return WINDOWS;
            }
            return osName.startsWith("Mac") ? MACOS : XDG;
        }
    }

    /**
     * Decides the directories; touches nothing.
     *
     * @param platform whose conventions count
     * @param env the environment; {@code LAZYMCP_HOME} in it beats every convention
     * @param home the user's home directory
     */
    public static Directories of(Platform platform, Map<String, String> env, Path home) {
        Optional<Path> own = directory(env, "LAZYMCP_HOME");
        if (own.isPresent()) {
            return new Directories(own.get().resolve("state"), own.get().resolve("cache"));
        }
        return switch (platform) {
            case XDG ->
                new Directories(
                        absolute(env, "XDG_STATE_HOME")
                                .orElseGet(() -> home.resolve(".local").resolve("state"))
                                .resolve(NAME),
                        absolute(env, "XDG_CACHE_HOME")
                                .orElseGet(() -> home.resolve(".cache"))
                                .resolve(NAME));
            case MACOS -> {
                Path library = home.resolve("Library");
                yield new Directories(
                        library.resolve("Application Support").resolve(NAME),
                        library.resolve("Caches").resolve(NAME));
            }
            case WINDOWS -> {
                Path local = directory(env, "LOCALAPPDATA")
                        .orElseGet(() -> home.resolve("AppData").resolve("Local"))
                        .resolve(NAME);
                yield new Directories(local, local.resolve("cache"));
            }
        };
    }

    private static Optional<Path> directory(Map<String, String> env, String name) {
        return Optional.ofNullable(env.get(name))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    // XDG: "All paths set in these environment variables must be absolute … consider the path invalid and ignore it."
    private static Optional<Path> absolute(Map<String, String> env, String name) {
        return directory(env, name).filter(Path::isAbsolute);
    }
}
