package dev.lazymcp.config.policy;

import dev.lazymcp.config.edit.Node;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code mcp_servers} of Codex's {@code requirements.toml}: the servers that may run, each with the command that it must have.
 *
 * @param file where it stands
 * @param commands by the names of servers
 */
record CodexPolicy(Path file, Map<String, String> commands) implements Policy {
    /** The policy in the requirements {@code root}; empty where they say nothing of servers. */
    static Optional<Policy> read(Path file, Node.Members root) {
        return root.map("mcp_servers").map(servers -> {
            Map<String, String> commands = new HashMap<>();
            for (Node.Member server : servers.members()) {
                if (server.value() instanceof Node.Members value) {
                    value.map("identity")
                            .flatMap(identity -> identity.text("command"))
                            .ifPresent(command -> commands.put(server.name(), command));
                }
            }
            return new CodexPolicy(file, Map.copyOf(commands));
        });
    }

    @Override
    public String client() {
        return "codex";
    }

    @Override
    public Optional<String> refusal(String name, List<String> argv) {
        Optional<String> wanted = Optional.ofNullable(commands.get(name));
        if (wanted.isEmpty()) {
            return Optional.of("it is none of the servers under mcp_servers");
        }
        return wanted.get().equals(argv.getFirst())
                ? Optional.empty()
                : Optional.of("its command is not the one under identity");
    }

    @Override
    public String rule(String name, List<String> argv) {
        return "[mcp_servers." + quoted(name) + "] identity = { command = " + quoted(argv.getFirst()) + " }";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
