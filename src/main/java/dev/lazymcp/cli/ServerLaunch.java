package dev.lazymcp.cli;

import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.inventory.Transport;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Command;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import dev.lazymcp.upstream.http.Account;
import dev.lazymcp.upstream.http.RemoteServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** How lazymcp itself comes to a server of a client: as the client would, without any stub in between. */
sealed interface ServerLaunch {
    /** Something that lazymcp can start or reach. */
    sealed interface Startable extends ServerLaunch {
        /**
         * The server as its stub knows it, or as the stub would that {@code rewrite} puts in front of it: what the catalog finds it
         * by.
         */
        Definition definition();

        /** The variables that the entry sets, values and all. */
        Map<String, String> own();

        /** All variables that it is started with: those of this process below those of the entry. */
        Map<String, String> environment();

        /**
         * Starts or reaches it; what has to be done before is done already.
         *
         * @param errors takes what it writes to stderr
         * @param log takes lines about what is no answer to anybody
         * @param number of this start in this process, from 1
         * @throws StartFailure where that is not possible, with what was tried
         */
        Upstream begin(UpstreamListener listener, StderrSink errors, Consumer<String> log, int number)
                throws StartFailure;
    }

    /**
     * A process.
     *
     * @param command what to start
     */
    record Local(Definition definition, Command command, Map<String, String> own) implements Startable {
        @Override
        public Map<String, String> environment() {
            return command.environment();
        }

        @Override
        public Upstream begin(UpstreamListener listener, StderrSink errors, Consumer<String> log, int number)
                throws StartFailure {
            return StdioServer.start(command, listener, errors, number);
        }

        /** Not what it holds: values are secrets. */
        @Override
        public String toString() {
            return "Local[" + definition.options().name() + "]";
        }
    }

    /**
     * A server somewhere else.
     *
     * @param remote where
     */
    record Distant(Definition definition, Remote remote, Map<String, String> environment, Map<String, String> own)
            implements Startable {
        @Override
        public Upstream begin(UpstreamListener listener, StderrSink errors, Consumer<String> log, int number)
                throws StartFailure {
            Masking masking = Masking.of(this);
            String name = definition.options().name();
            return RemoteServer.start(
                    remote,
                    environment,
                    definition.directory(),
                    account(),
                    listener,
                    line -> log.accept(name + ": " + masking.of(line)),
                    number);
        }

        /** Where the token is of somebody who signed in: where its stub looks for it. */
        Account account() {
            return Account.of(
                    definition.options().name(),
                    Surroundings.directories(environment).state());
        }

        /** Not what it holds: values are secrets. */
        @Override
        public String toString() {
            return "Distant[" + definition.options().name() + "]";
        }
    }

    /**
     * The entry cannot be used as it is.
     *
     * @param reason why, for people; names, no values
     */
    record Blocked(String reason) implements ServerLaunch {}

    /**
     * Nothing that lazymcp could start or reach.
     *
     * @param reason why, for people
     */
    record Elsewhere(Transport transport, String reason) implements ServerLaunch {}

    /** The launch of {@code server} on {@code machine}. */
    static ServerLaunch of(Server server, Machine machine) {
        if (server.entry().problem().isPresent()) {
            return new Blocked(server.entry().problem().get());
        }
        Resolved resolved = server.full().resolve(machine);
        return switch (resolved) {
            case Resolved.Ready ready -> process(server, ready, machine);
            case Resolved.Address address -> {
                Definition definition = EntryDefinition.ofAddress(server, address, machine);
                Map<String, String> own = definition.entryEnvironment();
                yield new Distant(
                        definition, definition.options().remote().orElseThrow(), environment(machine, own), own);
            }
            case Resolved.Blocked blocked ->
                new Blocked(reason(blocked, server.entry().transport()));
            case Resolved.Nothing _ -> elsewhere(server.entry().transport());
        };
    }

    private static ServerLaunch process(Server server, Resolved.Ready ready, Machine machine) {
        Optional<Definition> definition = EntryDefinition.ofProcess(server, ready, machine);
        if (definition.isEmpty()) {
            return new Elsewhere(Transport.STDIO, "its command is lazymcp itself, and not a server behind a stub");
        }
        StubOptions options = definition.get().options();
        Map<String, String> environment = environment(machine, ready.environment());
        if (options.remote().isPresent()) {
            return new Distant(definition.get(), options.remote().get(), environment, ready.environment());
        }
        String directory = EntryDefinition.directory(server, ready.workingDirectory());
        Optional<String> inner = options.cwd()
                .map(cwd -> cwd.startsWith("~") || directory.startsWith("~")
                        ? cwd
                        : Path.of(directory).resolve(cwd).toString());
        return new Local(
                definition.get(),
                new Command(options.command(), inner.or(() -> Optional.of(directory)), environment),
                ready.environment());
    }

    private static Map<String, String> environment(Machine machine, Map<String, String> own) {
        Map<String, String> environment = new HashMap<>(machine.env());
        environment.putAll(own);
        return environment;
    }

    private static String reason(Resolved.Blocked blocked, Transport transport) {
        List<String> reasons = new ArrayList<>();
        if (!blocked.unset().isEmpty()) {
            String whatThen = transport == Transport.STDIO
                    ? "the client refuses the entry without"
                    : "its address or a header is made of " + (blocked.unset().size() == 1 ? "it" : "them");
            reasons.add((blocked.unset().size() == 1 ? "the variable " : "the variables ")
                    + String.join(", ", blocked.unset())
                    + (blocked.unset().size() == 1 ? " is" : " are")
                    + " not set here, and "
                    + whatThen);
        }
        if (!blocked.clientOnly().isEmpty()) {
            reasons.add("only the client knows " + String.join(", ", blocked.clientOnly()));
        }
        reasons.addAll(blocked.faults());
        return String.join("; ", reasons);
    }

    private static ServerLaunch elsewhere(Transport transport) {
        return new Elsewhere(
                transport,
                switch (transport) {
                    case HTTP, SSE, WEBSOCKET -> "the entry names no address";
                    case BUILTIN -> "the client brings it along";
                    case STDIO -> "its command line is shared between entries by a YAML alias";
                    case UNKNOWN -> "the entry names neither a command nor an address";
                });
    }
}
