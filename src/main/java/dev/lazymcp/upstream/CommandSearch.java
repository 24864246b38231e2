package dev.lazymcp.upstream;

import dev.lazymcp.os.Platform;
import dev.lazymcp.upstream.FileProbe.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the file that a command names, as a shell would (POSIX, "Command Search and Execution"), in the environment of the
 * process to be: Java's own search uses the PATH of this process, and on Windows it finds no {@code npx.cmd}. Paths are text
 * here, so that the rules of every system can be tested on any.
 *
 * @param directory where the process will run, absolute
 * @param environment the environment it will have
 */
record CommandSearch(String directory, Map<String, String> environment, Platform platform, FileProbe probe) {
    /** What execvp(3) searches where there is no PATH. */
    private static final String UNIX_DEFAULT_PATH = "/bin:/usr/bin";

    private static final String WINDOWS_DEFAULT_PATHEXT = ".COM;.EXE;.BAT;.CMD";
    /** What CreateProcess runs. */
    private static final List<String> PROGRAMS = List.of(".com", ".exe");
    /** What cmd.exe runs. */
    private static final List<String> SCRIPTS = List.of(".bat", ".cmd");

    /** The file that {@code command} names. */
    Lookup find(String command) {
        if (platform == Platform.WINDOWS) {
            return isWindowsPath(command) ? findWindowsFile(command) : searchWindowsPath(command);
        }
        return command.indexOf('/') >= 0 ? findUnixFile(command) : searchUnixPath(command);
    }

    /** The same search with {@code path} as PATH. */
    CommandSearch withPath(String path) {
        Map<String, String> changed = new HashMap<>(environment);
        changed.put("PATH", path);
        return new CommandSearch(directory, Map.copyOf(changed), platform, probe);
    }

    /** The value of the variable {@code name}, whose case does not matter on Windows. */
    static Optional<String> variable(Map<String, String> environment, String name, Platform platform) {
        String exact = environment.get(name);
        if (exact != null || platform.isUnix()) {
            return Optional.ofNullable(exact);
        }
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether the file {@code path} is run by cmd.exe. */
    static boolean isScript(String path) {
        return SCRIPTS.contains(ending(path));
    }

    /** The parts of {@code text} between separators, empty ones included. */
    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at; (at = text.indexOf(separator, from)) >= 0; from = at + 1) {
            parts.add(text.substring(from, at));
        }
        parts.add(text.substring(from));
        return parts;
    }

    private Lookup findUnixFile(String command) {
        String path = command.startsWith("/") ? command : directory + "/" + command;
        return switch (probe.at(path)) {
            case EXECUTABLE -> new Lookup.Found(path);
            case NOTHING -> new Lookup.Missing(List.of(path), List.of());
            case DIRECTORY -> new Lookup.Unusable(path, "is a directory");
            case FILE -> new Lookup.Unusable(path, "is not executable (chmod +x would make it so)");
        };
    }

    private Lookup searchUnixPath(String command) {
        List<String> searched = new ArrayList<>();
        Optional<Lookup> unusable = Optional.empty();
        for (String entry : split(variable(environment, "PATH", platform).orElse(UNIX_DEFAULT_PATH), ':')) {
            // POSIX, "Environment Variables", PATH: a zero-length prefix is the current directory.
            String folder = entry.isEmpty() ? directory : entry.startsWith("/") ? entry : directory + "/" + entry;
            searched.add(folder);
            if (!command.isEmpty()) {
                switch (findUnixFile(folder + (folder.endsWith("/") ? "" : "/") + command)) {
                    case Lookup.Found found -> {
                        return found;
                    }
                    case Lookup.Unusable other -> unusable = unusable.or(() -> Optional.of(other));
                    case Lookup.Missing _ -> {}
                }
            }
        }
        return unusable.orElseGet(() -> new Lookup.Missing(List.copyOf(searched), List.of()));
    }

    private static boolean isWindowsPath(String command) {
        return command.indexOf('\\') >= 0 || command.indexOf('/') >= 0 || command.indexOf(':') >= 0;
    }

    private static boolean isWindowsAbsolute(String path) {
        return path.startsWith("\\") || path.startsWith("/") || (path.length() > 1 && path.charAt(1) == ':');
    }

    private Lookup findWindowsFile(String command) {
        String path = isWindowsAbsolute(command) ? command : directory + "\\" + command;
        List<String> endings = endings();
        return tryEndings(path, endings).orElseGet(() -> new Lookup.Missing(List.of(path), endings));
    }

    private Lookup searchWindowsPath(String command) {
        List<String> endings = endings();
        List<String> searched = new ArrayList<>();
        Optional<Lookup> unusable = Optional.empty();
        for (String entry : split(variable(environment, "PATH", platform).orElse(""), ';')) {
            String folder = unquoted(entry);
            // Never the current directory: what lies in a project must not stand in for a program of the machine.
            if (!folder.isEmpty() && isWindowsAbsolute(folder)) {
                searched.add(folder);
                Optional<Lookup> result = command.isEmpty()
                        ? Optional.empty()
                        : tryEndings(folder + (folder.endsWith("\\") ? "" : "\\") + command, endings);
                if (result.isPresent() && result.get() instanceof Lookup.Found) {
                    return result.get();
                }
                unusable = unusable.or(() -> result);
            }
        }
        return unusable.orElseGet(() -> new Lookup.Missing(List.copyOf(searched), endings));
    }

    private static String unquoted(String entry) {
        return entry.length() > 1 && entry.startsWith("\"") && entry.endsWith("\"")
                ? entry.substring(1, entry.length() - 1)
                : entry;
    }

    /** The first of {@code path} with each ending that is there; one that already ends in what can be run as it is. */
    private Optional<Lookup> tryEndings(String path, List<String> endings) {
        String own = ending(path);
        if ((PROGRAMS.contains(own) || SCRIPTS.contains(own)) && isFile(path)) {
            return Optional.of(new Lookup.Found(path));
        }
        for (String ending : endings) {
            if (isFile(path + ending)) {
                return Optional.of(new Lookup.Found(path + ending));
            }
        }
        if (isFile(path + ".ps1") || (own.equals(".ps1") && isFile(path))) {
            String script = own.equals(".ps1") ? path : path + ".ps1";
            return Optional.of(new Lookup.Unusable(
                    script,
                    "is a PowerShell script, which Windows does not run as a program; the command would be"
                            + " powershell.exe -NoProfile -File " + script));
        }
        return switch (probe.at(path)) {
            case DIRECTORY -> Optional.of(new Lookup.Unusable(path, "is a directory"));
            // A bare "npx" lies beside every npx.cmd: it is for a Unix shell.
            case FILE, EXECUTABLE ->
                Optional.of(new Lookup.Unusable(
                        path,
                        "is not a program that Windows runs (those end in .exe, .com, .cmd, .bat);"
                                + " give the program that runs it as the command"));
            case NOTHING -> Optional.empty();
        };
    }

    private boolean isFile(String path) {
        Kind kind = probe.at(path);
        return kind == Kind.FILE || kind == Kind.EXECUTABLE;
    }

    /** The endings of PATHEXT that can be started, programs first: they need no cmd.exe between us and the server. */
    private List<String> endings() {
        List<String> all = split(
                        variable(environment, "PATHEXT", platform)
                                .filter(value -> !value.isBlank())
                                .orElse(WINDOWS_DEFAULT_PATHEXT),
                        ';')
                .stream()
                .map(ending -> ending.strip().toLowerCase(Locale.ROOT))
                .toList();
        List<String> usable = new ArrayList<>();
        all.stream().filter(PROGRAMS::contains).forEach(usable::add);
        all.stream().filter(SCRIPTS::contains).forEach(usable::add);
        return List.copyOf(usable);
    }

    /** From the last dot of the last name on, in lower case; empty where there is none. */
    private static String ending(String path) {
        int name = Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/'));
        int dot = path.lastIndexOf('.');
        return dot > name ? path.substring(dot).toLowerCase(Locale.ROOT) : "";
    }
}
