package dev.lazymcp.config.doctor;

import dev.lazymcp.config.WrapLine;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.FullEntry.Resolved;
import dev.lazymcp.config.inventory.Server;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** Servers' commands, stub or not, that could not be started; one finding for a program that many use. */
final class CommandsAreFound implements Check {
    private record Fault(String command, String message) {}

    @Override
    public List<Finding> on(Snapshot snapshot) {
        SequencedMap<Fault, SequencedSet<String>> faults = new LinkedHashMap<>();
        snapshot.active()
                .forEach(server -> snapshot.ready(server)
                        .flatMap(ready -> fault(snapshot, server, ready))
                        .ifPresent(fault -> faults.computeIfAbsent(fault, ignored -> new LinkedHashSet<>())
                                .add(server.entry().where())));
        List<Finding> findings = new ArrayList<>();
        faults.forEach((fault, places) -> findings.add(new Finding(
                Severity.ERROR, "command", String.join(", ", places), fault.message, remedy(fault.command))));
        return findings;
    }

    private static Optional<Fault> fault(Snapshot snapshot, Server server, Resolved.Ready ready) {
        List<String> argv = ready.argv();
        String command = server.entry().lazy()
                ? WrapLine.parse(argv.subList(1, argv.size()))
                        .flatMap(line -> line.original().stream().findFirst())
                        .orElse(argv.getFirst())
                : argv.getFirst();
        Map<String, String> environment = new HashMap<>(snapshot.machine().env());
        environment.putAll(ready.environment());
        return snapshot.programs()
                .fault(command, environment, ready.workingDirectory())
                .map(message -> new Fault(command, message));
    }

    private static String remedy(String command) {
        return switch (command) {
            case "npx", "node", "npm" -> "Install Node.js (https://nodejs.org).";
            case "uvx", "uv" -> "Install uv (https://docs.astral.sh/uv).";
            case "docker" -> "Install Docker and start it (https://docs.docker.com/get-docker).";
            case "bunx", "bun" -> "Install Bun (https://bun.sh).";
            case "python", "python3", "pipx" -> "Install Python (https://www.python.org).";
            default -> "Correct the entry, or switch it off while the program is missing.";
        };
    }
}
