package dev.lazymcp.config.client;

import dev.lazymcp.os.Platform;
import java.nio.file.Path;
import java.util.Optional;

/** The directory that a {@link Place} starts from. */
public sealed interface Base {
    /** Each directory from where the person stands up to the project's root. */
    record Project() implements Base {}

    /** One directory of the machine; on a system that has none the place does not exist. */
    sealed interface Fixed extends Base {
        /** Where it is on {@code machine}. */
        Optional<Path> on(Machine machine);
    }

    /** Directories that systems define. */
    enum Known implements Fixed {
        /** The user's home. */
        HOME {
            @Override
            public Optional<Path> on(Machine machine) {
                return Optional.of(machine.home());
            }
        },
        /** Where programs with a window keep settings: {@code Library/Application Support}, {@code %APPDATA%}, {@code ~/.config}. */
        APPLICATION_DATA {
            @Override
            public Optional<Path> on(Machine machine) {
                return switch (machine.platform()) {
                    case MACOS -> Optional.of(machine.home().resolve("Library/Application Support"));
                    case WINDOWS -> ROAMING.on(machine);
                    case LINUX, OTHER -> CONFIG.on(machine);
                };
            }
        },
        /** {@code $XDG_CONFIG_HOME}, else {@code ~/.config}, as programs of the terminal use it on every system. */
        CONFIG {
            @Override
            public Optional<Path> on(Machine machine) {
                return Optional.of(machine.directory("XDG_CONFIG_HOME")
                        .filter(Path::isAbsolute)
                        .orElseGet(() -> machine.home().resolve(".config")));
            }
        },
        /** {@code $XDG_DATA_HOME}, else {@code ~/.local/share}. */
        DATA {
            @Override
            public Optional<Path> on(Machine machine) {
                return Optional.of(machine.directory("XDG_DATA_HOME")
                        .filter(Path::isAbsolute)
                        .orElseGet(() -> machine.home().resolve(".local/share")));
            }
        },
        /** {@code %APPDATA%}; Windows only. */
        ROAMING {
            @Override
            public Optional<Path> on(Machine machine) {
                return windows(machine, "APPDATA", machine.home().resolve("AppData/Roaming"));
            }
        },
        /** {@code %LOCALAPPDATA%}; Windows only. */
        LOCAL {
            @Override
            public Optional<Path> on(Machine machine) {
                return windows(machine, "LOCALAPPDATA", machine.home().resolve("AppData/Local"));
            }
        },
        /** {@code %ProgramFiles%}; Windows only. */
        PROGRAM_FILES {
            @Override
            public Optional<Path> on(Machine machine) {
                return windows(machine, "ProgramFiles", Path.of("C:/Program Files"));
            }
        },
        /** {@code %ProgramData%}; Windows only. */
        PROGRAM_DATA {
            @Override
            public Optional<Path> on(Machine machine) {
                return windows(machine, "ProgramData", Path.of("C:/ProgramData"));
            }
        },
        /** {@code /etc}; not on Windows. */
        ETC {
            @Override
            public Optional<Path> on(Machine machine) {
                return machine.platform().isUnix() ? Optional.of(Path.of("/etc")) : Optional.empty();
            }
        },
        /** {@code /Library/Application Support}; macOS only. */
        LIBRARY {
            @Override
            public Optional<Path> on(Machine machine) {
                return machine.platform() == Platform.MACOS
                        ? Optional.of(Path.of("/Library/Application Support"))
                        : Optional.empty();
            }
        };

        private static Optional<Path> windows(Machine machine, String variable, Path otherwise) {
            return machine.platform() == Platform.WINDOWS
                    ? Optional.of(machine.directory(variable).orElse(otherwise))
                    : Optional.empty();
        }
    }

    /**
     * A directory that a variable can move.
     *
     * @param variable its name
     * @param otherwise where it is when the variable is not set, below the home directory; empty for that itself
     */
    record Moved(String variable, String otherwise) implements Fixed {
        @Override
        public Optional<Path> on(Machine machine) {
            return Optional.of(machine.directory(variable)
                    .orElseGet(() -> otherwise.isEmpty()
                            ? machine.home()
                            : machine.home().resolve(otherwise)));
        }
    }

    /**
     * The directory that a variable names, and nothing where it is not set.
     *
     * @param variable its name
     */
    record Named(String variable) implements Fixed {
        @Override
        public Optional<Path> on(Machine machine) {
            return machine.directory(variable);
        }
    }
}
