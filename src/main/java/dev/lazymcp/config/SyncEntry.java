package dev.lazymcp.config;

import dev.lazymcp.config.WrapLine.Option;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.LaunchSite;
import dev.lazymcp.config.edit.Misfit;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An entry of a client's file as sync sees it.
 *
 * @param name its key
 * @param content what it says
 */
public record SyncEntry(String name, Content content) {
    private static final String REQUIRED = "--required";

    /** What an entry says. */
    public sealed interface Content {
        /**
         * A server that is started by a command, which may be behind a stub.
         *
         * @param wrapped whether a stub is in front of it
         * @param lazy whether it says {@code autoConnect: false}
         * @param line the stub's options as they stand in the entry, none where there is no stub
         * @param members the options that the entry's own members ask for
         * @param decided the names of the options about which the members decide, whatever the line says
         * @param command the server's own
         * @param environment what the entry adds to it, variables not expanded
         * @param environmentNames those of its names that an option can carry, and those that the entry lets through
         * @param directory the entry's {@code cwd}, variables not expanded
         * @param environmentFile the entry's {@code envFile}, variables not expanded
         */
        record Command(
                boolean wrapped,
                boolean lazy,
                List<Option> line,
                List<Option> members,
                Set<String> decided,
                List<String> command,
                Map<String, String> environment,
                List<String> environmentNames,
                Optional<String> directory,
                Optional<String> environmentFile)
                implements Content {
            /** Copies the collections. */
            public Command {
                line = List.copyOf(line);
                members = List.copyOf(members);
                decided = Set.copyOf(decided);
                command = List.copyOf(command);
                environment = Map.copyOf(environment);
                environmentNames = List.copyOf(environmentNames);
            }

            /** {@code base} with what the members decide, as the words of a command line. */
            List<String> options(List<Option> base) {
                List<Option> options = new ArrayList<>(base.stream()
                        .filter(option -> !decided.contains(option.name()))
                        .toList());
                options.addAll(members);
                List<String> words = new WrapLine(options, command).prefix();
                return words.subList(1, command.isEmpty() ? words.size() : words.size() - 1);
            }

            /** Not the values of the environment. */
            @Override
            public String toString() {
                return "Command[" + environment.keySet() + "]";
            }
        }

        /**
         * Nothing that a stub of today can stand in front of.
         *
         * @param why for people
         * @param lazy whether it says {@code autoConnect: false}
         */
        record NoCommand(String why, boolean lazy) implements Content {}

        /** Lazymcp itself with nothing behind it: a hub. */
        record Hub() implements Content {}

        /** Switched off. */
        record Disabled() implements Content {}

        /**
         * A member that makes no sense.
         *
         * @param message file, line, column and what is wrong
         * @param certain whether it is known to concern a stub, or one that is to be
         */
        record Faulty(String message, boolean certain) implements Content {}
    }

    /** Whether it says that its server must not fail. */
    public boolean isRequired() {
        return content instanceof Content.Command command
                && (command.members().stream().anyMatch(SyncEntry::isRequired)
                        || (!command.decided().contains(REQUIRED)
                                && command.line().stream().anyMatch(SyncEntry::isRequired)));
    }

    private static boolean isRequired(Option option) {
        return option.name().equals(REQUIRED);
    }

    /** What {@code misfit} of {@code document}, the content of {@code file}, is: certainly a fault, whoever reads it. */
    static SyncEntry of(Path file, Document document, Misfit misfit) {
        String message =
                file + ":" + Position.of(document.text(), misfit.value().span().from())
                        + ": an entry is a map of its members, and this is " + misfit.kind() + " (in "
                        + misfit.path().label() + ")";
        // To one client this key holds settings besides.
        boolean certain = !misfit.path().section().equals(List.of("mcp"));
        return new SyncEntry(misfit.path().name(), new Content.Faulty(message, certain));
    }

    /**
     * Reads {@code entry} of {@code document}, the content of {@code file}.
     *
     * @param options knows the options of a stub
     */
    static SyncEntry read(Path file, Document document, Entry entry, SyncOptions.Reader options) {
        EntryFields fields = new EntryFields(document, entry);
        boolean wrapped = Stub.find(document, entry).isPresent();
        boolean certain = true;
        try {
            boolean lazy = fields.autoConnect().filter(connect -> !connect).isPresent();
            boolean disabled = fields.disabled();
            fields.requireCommand();
            certain = wrapped || lazy;
            fields.requireEnvironment();
            return new SyncEntry(
                    entry.path().name(),
                    disabled ? new Content.Disabled() : content(file, document, fields, lazy, options));
        } catch (EntryException fault) {
            String message = file + ":" + fault.position() + ": " + fault.getMessage() + " (in "
                    + entry.path().label() + ")";
            return new SyncEntry(entry.path().name(), new Content.Faulty(message, certain));
        }
    }

    private static Content content(
            Path file, Document document, EntryFields fields, boolean lazy, SyncOptions.Reader options)
            throws EntryException {
        return switch (Launch.of(document, fields.entry())) {
            case Launch.Remote _ -> new Content.NoCommand("it has no stub in front of its URL any more", lazy);
            case Launch.Unusable(String why) -> new Content.NoCommand(why, lazy);
            case Launch.Stdio(LaunchSite site) ->
                switch (Stub.of(site)) {
                    case Stub.Own _ -> new Content.Hub();
                    case Stub.Wrap(WrapLine line, int _) ->
                        usable(fields, command(file, fields, true, lazy, line.options(), line.original()), options);
                    case Stub.None _ -> command(file, fields, false, lazy, List.of(), site.argv());
                };
        };
    }

    private static Content usable(EntryFields fields, Content content, SyncOptions.Reader options)
            throws EntryException {
        if (!(content instanceof Content.Command command)) {
            return content;
        }
        try {
            options.read(command.options(command.line()), command.command());
            return command;
        } catch (ConfigException wrong) {
            throw fields.launchFault("the stub's options cannot be used: " + wrong.getMessage());
        }
    }

    private static Content command(
            Path file, EntryFields fields, boolean wrapped, boolean lazy, List<Option> line, List<String> command)
            throws EntryException {
        FileRules rules = FileRules.of(file, SettingsRules.NONE);
        ToolLimits limits = rules.of(fields);
        if (limits.obstacle().isPresent()) {
            return new Content.Faulty(
                    file + ":" + limits.obstacle().get() + " (in "
                            + fields.entry().path().label() + ")",
                    wrapped || lazy);
        }
        Node.Members value = fields.entry().value();
        Set<String> decided = new HashSet<>();
        // A member that is not there decides nothing: an option that was written by hand stays.
        for (String member : List.of("tools", "agents", "required")) {
            if (value.value(member).isPresent() && value.map(member).isEmpty()) {
                decided.add("--" + member);
            }
        }
        decided.addAll(rules.options(fields));
        List<Option> members = StubOptions.of(fields, limits, Optional.empty()).stream()
                .filter(option -> decided.contains(option.name()))
                .toList();
        return new Content.Command(
                wrapped,
                lazy,
                line,
                members,
                decided,
                command,
                fields.environment(),
                fields.environmentNames(),
                fields.workingDirectory(),
                fields.environmentFile());
    }
}
