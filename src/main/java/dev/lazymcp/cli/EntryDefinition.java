package dev.lazymcp.cli;

import dev.lazymcp.config.EntryException;
import dev.lazymcp.config.EntryFields;
import dev.lazymcp.config.RemoteOptions;
import dev.lazymcp.config.client.Inheritance;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.shim.Definition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server of an entry as its stub defines it, or as the stub would that {@code rewrite} puts in front of it: both find the same in
 * the catalog.
 */
final class EntryDefinition {
    private EntryDefinition() {}

    /** That of {@code server}; empty where its client alone knows what it starts, and for a command that is another of lazymcp's. */
    static Optional<Definition> of(Server server, Machine machine) {
        return switch (server.full().resolve(machine)) {
            case Resolved.Ready ready -> ofProcess(server, ready, machine);
            case Resolved.Address address -> Optional.of(ofAddress(server, address, machine));
            case Resolved.Blocked _, Resolved.Nothing _ -> Optional.empty();
        };
    }

    /** That of a process; empty for a command that is another of lazymcp's. */
    static Optional<Definition> ofProcess(Server server, Resolved.Ready ready, Machine machine) {
        List<String> argv = ready.argv();
        Optional<WrapArguments> arguments;
        if (server.entry().lazy()) {
            int wrap = argv.indexOf("wrap");
            arguments = wrap < 0
                    ? Optional.empty()
                    : WrapArguments.parse(argv.subList(wrap, argv.size()).toArray(String[]::new));
        } else {
            WrapArguments bare = bare(server.full().fields());
            bare.command = argv;
            arguments = Optional.of(bare);
        }
        return arguments.map(
                found -> definition(server, found, ready.environment(), ready.workingDirectory(), machine));
    }

    /** That of a server somewhere else. */
    static Definition ofAddress(Server server, Resolved.Address address, Machine machine) {
        EntryFields fields = server.full().fields();
        List<String> names = List.copyOf(address.headers().keySet());
        List<String> variables = RemoteOptions.variables(names.size());
        Map<String, String> own = new HashMap<>(address.environment());
        List<String> headers = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            own.put(variables.get(i), address.headers().getOrDefault(names.get(i), ""));
            headers.add(RemoteOptions.header(names.get(i), variables.get(i)));
        }
        WrapArguments arguments = bare(fields);
        List<String> keys = new ArrayList<>(arguments.envKeys);
        keys.addAll(variables);
        arguments.envKeys = keys;
        arguments.url = Optional.of(address.url());
        arguments.transport = fields.type().flatMap(RemoteOptions::transport).flatMap(WrapArguments::transport);
        arguments.headers = headers;
        arguments.headersHelper = address.headersHelper();
        return definition(server, arguments, own, Optional.empty(), machine);
    }

    private static WrapArguments bare(EntryFields fields) {
        WrapArguments arguments = new WrapArguments();
        arguments.name = fields.entry().path().name();
        arguments.envKeys = fields.environmentNames();
        try {
            arguments.tools = fields.tools();
        } catch (EntryException reported) {
            // The entry's problem stands in the report; without the list all tools count.
            arguments.tools = List.of();
        }
        return arguments;
    }

    private static Definition definition(
            Server server,
            WrapArguments arguments,
            Map<String, String> own,
            Optional<String> workingDirectory,
            Machine machine) {
        Map<String, String> environment = new HashMap<>();
        if (server.full().file().client().inheritance() == Inheritance.ALL) {
            environment.putAll(machine.env());
        }
        environment.putAll(own);
        return new Definition(
                arguments.options(environment, Build.THIS.version()),
                environment,
                absolute(directory(server, workingDirectory), machine));
    }

    /**
     * The directory that the client starts {@code server} in; {@code ~} at its start for the home directory.
     *
     * @param named the one that the entry names
     */
    static String directory(Server server, Optional<String> named) {
        Path base = server.full().file().workspace();
        return named.map(
                        text -> text.startsWith("~") ? text : base.resolve(text).toString())
                .orElseGet(base::toString);
    }

    private static Path absolute(String directory, Machine machine) {
        boolean home = directory.equals("~") || directory.startsWith("~/") || directory.startsWith("~\\");
        return home ? machine.home().resolve(directory.substring(Math.min(2, directory.length()))) : Path.of(directory);
    }
}
