package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.EntryException;
import dev.lazymcp.config.EntryFields;
import dev.lazymcp.config.Stub;
import dev.lazymcp.config.WrapLine;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import dev.lazymcp.config.edit.Span;
import dev.lazymcp.os.Secrets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * Reads the entries of one file as one client sees them.
 *
 * @param file the file and its client
 * @param document what it says
 */
record EntryReader(ClientFile file, Document document) {
    /** The servers in the client's section. */
    List<Server> servers() {
        List<Entry> entries = file.section().keys().isEmpty() ? document.bareEntries() : document.entries();
        return entries.stream()
                .filter(entry -> file.section().matches(entry.path().section()))
                .map(this::server)
                .toList();
    }

    private Server server(Entry entry) {
        EntryFields fields = new EntryFields(document, entry);
        return server(entry, fields, Checked.of(fields));
    }

    /**
     * {@code first} with the members of {@code others}, which it hides, as a client has it that merges them.
     *
     * @param others those that win first
     */
    static Server merged(Server first, List<Server> others) {
        EntryFields fields = first.full().fields();
        Node.Members value = fields.entry().value();
        List<Span> parts = new ArrayList<>(fields.entry().parts());
        Optional<String> fault = Checked.of(fields).problem;
        for (Server other : others) {
            EntryFields below = other.full().fields();
            Entry rest = new Entry(
                    below.entry().path(),
                    EntryMerge.rest(value, below.entry().value()),
                    below.entry().parts());
            // A member is read strictly with its own file, which alone knows where it stands.
            fault = fault.or(() -> Checked.of(new EntryFields(below.document(), rest))
                    .problem
                    .map(problem ->
                            first.entry().position() + ": " + other.entry().file() + ":" + problem));
            value = EntryMerge.merged(value, below.entry().value());
            parts.addAll(below.entry().parts());
        }
        Entry entry = new Entry(fields.entry().path(), value, parts);
        EntryFields all = new EntryFields(fields.document(), entry);
        return new EntryReader(first.full().file(), fields.document())
                .server(entry, all, fault.map(Checked::faulty).orElseGet(() -> Checked.of(all)));
    }

    private Server server(Entry entry, EntryFields fields, Checked checked) {
        Launched launched = Launched.of(fields);
        Optional<WrapLine> stub =
                Stub.find(document, entry).map(found -> found.wrap().line());
        Optional<WrapLine> remote = stub.filter(WrapLine::isRemote);
        SequencedSet<String> names = new LinkedHashSet<>(fields.environment().keySet());
        names.addAll(fields.passedNames());
        String name = entry.path().name();
        ServerEntry told = new ServerEntry(
                file.plugin()
                        .map(plugin -> "plugin:" + plugin.name() + ":" + name)
                        .orElse(name),
                file.client().id(),
                file.path(),
                Position.of(document.text(), entry.value().span().from()),
                file.scope(),
                file.section().project(entry.path().section()),
                Optional.empty(),
                launched.transport,
                Secrets.maskedArguments(launched.command),
                remote.flatMap(line -> address(line, fields)).or(fields::url).map(Secrets::maskedUrl),
                List.copyOf(names),
                remote.map(WrapLine::headerNames).orElseGet(fields::headerNames),
                fields.authorization(),
                checked.required,
                checked.agents,
                checked.tools,
                denied(fields, stub),
                checked.autoConnect,
                launched.lazy,
                checked.disabled
                        || file.plugin().filter(plugin -> !plugin.enabled()).isPresent(),
                checked.problem.or(() -> launched.problem));
        return new Server(told, new FullEntry(file, fields));
    }

    /** The address of the stub with {@code line}; as the entry says it where it is one of its variables. */
    private static Optional<String> address(WrapLine line, EntryFields fields) {
        return line.urlVariable()
                .flatMap(name -> Optional.ofNullable(fields.environment().get(name)))
                .or(line::url);
    }

    /** What the entry's client does not let through, and what its stub does not. */
    private List<String> denied(EntryFields fields, Optional<WrapLine> stub) {
        SequencedSet<String> denied = new LinkedHashSet<>();
        file.client().rules().denied().forEach(member -> denied.addAll(fields.texts(member)));
        stub.ifPresent(line -> denied.addAll(line.deniedTools()));
        return List.copyOf(denied);
    }

    /** The members that are read strictly. */
    private record Checked(
            boolean required,
            List<String> agents,
            List<String> tools,
            Optional<Boolean> autoConnect,
            boolean disabled,
            Optional<String> problem) {
        static Checked of(EntryFields fields) {
            try {
                return new Checked(
                        fields.required(),
                        fields.agents(),
                        fields.tools(),
                        fields.autoConnect(),
                        fields.disabled(),
                        Optional.empty());
            } catch (EntryException fault) {
                return faulty(fault.position() + ": " + fault.getMessage());
            }
        }

        static Checked faulty(String problem) {
            return new Checked(false, List.of(), List.of(), Optional.empty(), false, Optional.of(problem));
        }
    }

    /** How the server is reached. */
    private record Launched(Transport transport, List<String> command, boolean lazy, Optional<String> problem) {
        static Launched of(EntryFields fields) {
            String type = fields.entry().value().text("type").orElse("");
            return switch (Launch.of(fields.document(), fields.entry())) {
                case Launch.Stdio stdio ->
                    switch (Stub.of(stdio.site())) {
                        case Stub.Wrap wrap ->
                            new Launched(
                                    wrap.line().isRemote()
                                            ? Transport.remote(wrap.line().transport())
                                            : Transport.STDIO,
                                    wrap.line().original(),
                                    true,
                                    Optional.empty());
                        case Stub.Own ignored ->
                            new Launched(Transport.STDIO, stdio.site().argv(), true, Optional.empty());
                        case Stub.None ignored ->
                            new Launched(Transport.STDIO, stdio.site().argv(), false, Optional.empty());
                    };
                case Launch.Remote ignored -> new Launched(Transport.remote(type), List.of(), false, Optional.empty());
                case Launch.Unusable ignored
                when Launch.IN_CLIENT_TYPES.contains(type) ->
                    new Launched(Transport.BUILTIN, List.of(), false, Optional.empty());
                // The client starts it; only a rewrite would have to take it apart.
                case Launch.Unusable unusable
                when unusable.equals(Launch.SHARED) ->
                    new Launched(Transport.STDIO, List.of(), false, Optional.empty());
                case Launch.Unusable unusable ->
                    new Launched(
                            Transport.UNKNOWN,
                            List.of(),
                            false,
                            Optional.of(Position.of(
                                            fields.document().text(),
                                            fields.entry().value().span().from()) + ": " + unusable.why()));
            };
        }
    }
}
