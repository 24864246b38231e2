package dev.lazymcp.config;

import dev.lazymcp.config.SyncChange.Differences;
import dev.lazymcp.config.SyncEntry.Content;
import dev.lazymcp.config.WrapLine.Option;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the definition of a running stub with the entry that it is to follow.
 *
 * @param options knows the options of a stub
 * @param variables what variables in an entry stand for
 * @param files with more variables, which entries name
 * @param digest of values that cannot be compared in the open
 * @param own the environment that sync itself runs in
 * @param home the user's home directory
 */
public record SyncComparison(
        SyncOptions.Reader options,
        SyncVariables variables,
        SyncEnvFiles files,
        SyncStub.Digest digest,
        Map<String, String> own,
        Path home) {
    private static final String WHERE_VARIABLES_ARE_SET =
            "run sync where it is set as it is for the client, or start the client's next session";

    /** What {@code vacant} must become to be the server that {@code wanted} is. */
    public SyncStep takeIn(SyncStub vacant, HubScope.Wanted wanted) {
        return switch (wanted.entry().content()) {
            case Content.Command command -> compare(vacant, wanted.file(), command);
            case Content.NoCommand(String why, boolean _) ->
                new SyncStep.Unable(
                        vacant, wanted.file(), why + ": 'lazymcp rewrite' puts a stub in front of what it can");
            case Content.Hub _, Content.Disabled _, Content.Faulty _ ->
                throw new IllegalArgumentException(
                        "nothing that a hub would serve: " + wanted.entry().name());
        };
    }

    /** What {@code stub} must do to be what {@code entry} of {@code file} says. */
    SyncStep compare(SyncStub stub, SyncFile file, Content.Command entry) {
        SyncOptions wanted;
        try {
            wanted = options.read(entry.options(base(stub, entry)), entry.command());
        } catch (ConfigException unreadable) {
            return new SyncStep.Unable(stub, file, "its options cannot be used: " + unreadable.getMessage());
        }
        Optional<List<String>> command =
                new SyncWords(variables, stub.client().expandsArguments()).matched(entry.command(), stub.command());
        if (command.isEmpty()) {
            return new SyncStep.Unable(
                    stub, file, "its command line has a variable that is not set here; " + WHERE_VARIABLES_ARE_SET);
        }
        SyncEnvironment environment;
        try {
            environment = SyncEnvironment.of(stub, entry, fileVariables(stub, entry), variables, digest, own);
        } catch (IOException | ConfigException unreadable) {
            return new SyncStep.Unable(stub, file, "its envFile cannot be read: " + unreadable.getMessage());
        }
        if (environment.missing().isPresent()) {
            return new SyncStep.Unable(
                    stub,
                    file,
                    "its variable " + environment.missing().get() + " is new, and what it is set to is not known here; "
                            + WHERE_VARIABLES_ARE_SET);
        }
        Optional<String> directory = directory(stub, entry, wanted);
        Differences differences = new Differences(
                !command.get().equals(stub.command()),
                !wanted.words().equals(stub.options().words()),
                !directory.equals(stub.options().directory()),
                environment.differences());
        if (differences.isEmpty() && !stub.removed()) {
            return new SyncStep.Unchanged(stub, file);
        }
        return new SyncStep.Redefine(
                stub,
                file,
                new SyncChange(
                        wanted.with(directory, environment.keys()),
                        command.get(),
                        entry.command(),
                        environment.values(),
                        environment.kept(),
                        differences));
    }

    private Map<String, String> fileVariables(SyncStub stub, Content.Command entry)
            throws IOException, ConfigException {
        return stub.client().readsEnvFiles() ? files.of(entry) : Map.of();
    }

    /** The options as they stand in the entry; for an entry that lost its stub, as the stub has them. */
    private static List<Option> base(SyncStub stub, Content.Command entry) {
        if (entry.wrapped()) {
            return entry.line();
        }
        if (stub.isVacant()) {
            return List.of(Option.of("--name", stub.name()));
        }
        List<String> words = new ArrayList<>(List.of(WrapLine.SUBCOMMAND));
        words.addAll(stub.options().commandLine());
        words.add("--");
        words.addAll(stub.command());
        // What is about an address goes with it, where there is a command now.
        return WrapLine.parse(words).map(WrapLine::options).orElseThrow().stream()
                .filter(option -> entry.command().isEmpty() || !RemoteOptions.isOne(option))
                .toList();
    }

    /**
     * The option {@code --cwd} that is wanted. The client started the stub in the directory that the entry named then, so that
     * the option is needed where it names another one now.
     */
    private Optional<String> directory(SyncStub stub, Content.Command entry, SyncOptions wanted) {
        boolean byHand = entry.wrapped() && wanted.directory().isPresent();
        Optional<Path> named = byHand || !stub.client().heedsDirectory()
                ? Optional.empty()
                : entry.directory()
                        .flatMap(text -> variables.expand(text, false))
                        .map(this::path)
                        .filter(Path::isAbsolute);
        if (named.isEmpty()) {
            return wanted.directory();
        }
        Path now = stub.options().directory().map(this::path).orElse(stub.directory());
        return real(now).equals(real(named.get())) ? stub.options().directory() : named.map(Path::toString);
    }

    private Path path(String text) {
        return text.equals("~") || text.startsWith("~/")
                ? home.resolve(text.substring(Math.min(2, text.length())))
                : Path.of(text);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException missing) {
            return path.toAbsolutePath().normalize();
        }
    }

    /** Not the environment. */
    @Override
    public String toString() {
        return "SyncComparison";
    }
}
