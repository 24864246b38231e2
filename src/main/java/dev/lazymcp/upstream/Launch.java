package dev.lazymcp.upstream;

import dev.lazymcp.os.Descriptors;
import dev.lazymcp.os.Platform;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command made ready for the system.
 *
 * @param pieces what {@link ProcessBuilder} is to run
 * @param directory absolute
 * @param environment the whole of it
 */
record Launch(List<String> pieces, String directory, Map<String, String> environment) {
    /**
     * What a command is looked up in.
     *
     * @param home the home directory where the command's environment names none
     * @param ourDirectory where a command without a directory runs, absolute
     */
    record Surroundings(Platform platform, FileProbe probe, LoginPath login, String home, String ourDirectory) {
        static Surroundings real() {
            Platform platform = Platform.current();
            return new Surroundings(
                    platform,
                    FileProbe.real(),
                    new LoginShell(platform),
                    System.getProperty("user.home", "/"),
                    System.getProperty("user.dir", "/"));
        }

        private String expandHome(String path, Map<String, String> environment) {
            boolean home = path.equals("~") || path.startsWith("~/") || (!platform.isUnix() && path.startsWith("~\\"));
            return home ? homeOf(environment) + path.substring(1) : path;
        }

        private String homeOf(Map<String, String> environment) {
            String name = platform.isUnix() ? "HOME" : "USERPROFILE";
            return CommandSearch.variable(environment, name, platform)
                    .filter(value -> !value.isEmpty())
                    .orElse(home);
        }

        private boolean isAbsolute(String path) {
            return path.startsWith("/")
                    || (!platform.isUnix() && (path.startsWith("\\") || (path.length() > 1 && path.charAt(1) == ':')));
        }
    }

    /** Resolves {@code command}. */
    static Launch prepare(Command command, Surroundings in) throws StartFailure {
        String directory = directoryOf(command, in);
        String name = in.expandHome(command.argv().getFirst(), command.environment());
        if (name.isBlank()) {
            throw new StartFailure(StartFailure.Kind.NOT_FOUND, "The command of this server is empty.");
        }
        CommandSearch search = new CommandSearch(directory, command.environment(), in.platform(), in.probe());
        requireValid(command.environment(), in.platform());
        Lookup lookup = search.find(name);
        if (!(lookup instanceof Lookup.Missing missing)) {
            return of(command, lookup, directory, command.environment(), in);
        }
        if (name.indexOf('/') >= 0 || !in.login().mayKnowMore(command.environment())) {
            throw notFound(name, missing, Optional.empty());
        }
        CommandSearch wider = in.login()
                .ask(command.environment(), path -> search.withPath(path).find(name) instanceof Lookup.Found)
                .map(search::withPath)
                .orElseThrow(
                        () -> notFound(name, missing, Optional.of(in.login().name(command.environment()))));
        return of(command, wider.find(name), directory, wider.environment(), in);
    }

    /**
     * Starts the process.
     *
     * @throws StartFailure where the system refuses
     */
    Process start() throws StartFailure {
        // The quoting of WindowsCommandLine depends on it; true is Java's own default.
        System.setProperty("jdk.lang.Process.allowAmbiguousCommands", "true");
        ProcessBuilder builder = new ProcessBuilder(pieces).directory(new File(directory));
        setEnvironment(builder, environment);
        try {
            return Descriptors.start(builder);
        } catch (IOException e) {
            throw new StartFailure(StartFailure.Kind.OTHER, refusal(e), e);
        }
    }

    /** Changes what differs alone: Java passes on the bytes of what is left as it was, and cannot make them from text. */
    static void setEnvironment(ProcessBuilder builder, Map<String, String> wanted) {
        Map<String, String> actual = builder.environment();
        actual.keySet().retainAll(wanted.keySet());
        wanted.forEach((name, value) -> {
            if (!value.equals(actual.get(name))) {
                actual.put(name, value);
            }
        });
    }

    /** What no environment can hold; values are secrets and stay out of the text. */
    private static void requireValid(Map<String, String> environment, Platform platform) throws StartFailure {
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            // Windows has variables like "=C:", the current directory of a drive.
            boolean equals = name.indexOf('=', platform.isUnix() ? 0 : 1) >= 0;
            if (name.isEmpty()
                    || equals
                    || name.indexOf('\0') >= 0
                    || variable.getValue().indexOf('\0') >= 0) {
                throw new StartFailure(
                        StartFailure.Kind.OTHER,
                        "The environment variable \"" + name.replace('\0', '?')
                                + "\" cannot be passed on: its name is empty or has = in it, or there is a NUL"
                                + " character in it. Correct it in this server's \"env\".");
            }
        }
    }

    private static Launch of(
            Command command, Lookup lookup, String directory, Map<String, String> environment, Surroundings in)
            throws StartFailure {
        List<String> arguments = command.argv().subList(1, command.argv().size());
        return switch (lookup) {
            case Lookup.Found(String file)
            when in.platform().isUnix() -> {
                List<String> pieces = new ArrayList<>(command.argv());
                pieces.set(0, file);
                yield new Launch(List.copyOf(pieces), directory, environment);
            }
            case Lookup.Found(String file) -> {
                String root = CommandSearch.variable(environment, "SystemRoot", in.platform())
                        .orElse("C:\\Windows");
                yield new Launch(WindowsCommandLine.of(file, arguments, root), directory, environment);
            }
            case Lookup.Unusable(String path, String why) ->
                throw new StartFailure(StartFailure.Kind.NOT_EXECUTABLE, path + " " + why + ".");
            case Lookup.Missing missing -> throw notFound(command.argv().getFirst(), missing, Optional.empty());
        };
    }

    private static String directoryOf(Command command, Surroundings in) throws StartFailure {
        if (command.directory().isEmpty()) {
            return in.ourDirectory();
        }
        String expanded = in.expandHome(command.directory().get(), command.environment());
        String separator = in.platform().isUnix() ? "/" : "\\";
        String path = in.isAbsolute(expanded) ? expanded : in.ourDirectory() + separator + expanded;
        String problem = switch (in.probe().at(path)) {
            case DIRECTORY -> "";
            case NOTHING -> "does not exist";
            case FILE, EXECUTABLE -> "is not a directory";
        };
        if (!problem.isEmpty()) {
            throw new StartFailure(
                    StartFailure.Kind.BAD_CWD,
                    "The working directory " + path + " " + problem + ". Create it, or correct the server's \"cwd\".");
        }
        return path;
    }

    private static StartFailure notFound(String name, Lookup.Missing missing, Optional<String> shell) {
        StringBuilder text = new StringBuilder();
        if (missing.searched().size() == 1 && missing.searched().getFirst().endsWith(name)) {
            text.append("There is no file ")
                    .append(missing.searched().getFirst())
                    .append('.');
        } else {
            text.append("The command \"").append(name).append("\" was not found");
            text.append(missing.searched().isEmpty() ? ": PATH is empty." : " in these directories of PATH:");
            missing.searched().forEach(directory -> text.append("\n  ").append(directory));
        }
        if (!missing.endings().isEmpty()) {
            text.append("\nTried with ")
                    .append(String.join(", ", missing.endings()))
                    .append(" at its end (PATHEXT).");
        }
        shell.ifPresent(value -> text.append("\nIt is not on the PATH of the login shell ")
                .append(value)
                .append(" either, or that shell did not answer within 3 s."));
        text.append("\nInstall it, give its full path as the command, or set PATH in this server's \"env\".");
        return new StartFailure(StartFailure.Kind.NOT_FOUND, text.toString());
    }

    private String refusal(IOException e) {
        String file = pieces.getFirst();
        String said = String.valueOf(e.getMessage());
        // The file is there, so what "no such file" is about is what it names in its first line.
        Optional<String> interpreter =
                said.contains("error=2,") || said.contains("error: 2 ") ? interpreterOf(file) : Optional.empty();
        return interpreter
                .map(name -> file + " asks to be run by " + name + " (in its first line), which does not exist.")
                .orElseGet(() -> "The system refused to start " + file + " in " + directory + ": " + said);
    }

    private static Optional<String> interpreterOf(String file) {
        try (InputStream in = new FileInputStream(file)) {
            String head = new String(in.readNBytes(256), StandardCharsets.UTF_8);
            int end = head.indexOf('\n');
            return head.startsWith("#!") && end > 0
                    ? Optional.of(head.substring(2, end).strip())
                    : Optional.empty();
        } catch (IOException e) {
            // The error to report is the one that led here.
            return Optional.empty();
        }
    }
}
