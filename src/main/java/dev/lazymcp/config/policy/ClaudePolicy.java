package dev.lazymcp.config.policy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.edit.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code allowedMcpServers} and {@code deniedMcpServers} of Claude Code's {@code managed-settings.json}. A rule names a server by
 * {@code serverName} or by {@code serverCommand}, the whole command line word for word; where the list of the allowed has rules of
 * the second kind, a local server must match one of those.
 *
 * @param file where it stands
 * @param allowed what is allowed; everything where there is no such list
 * @param denied what is not, whatever else is said
 */
record ClaudePolicy(Path file, Optional<Rules> allowed, Rules denied) implements Policy {
    /**
     * One of the lists.
     *
     * @param names servers by name
     * @param commands servers by command line
     */
    record Rules(List<String> names, List<List<String>> commands) {
        static Rules of(Node.Items list) {
            List<String> names = new ArrayList<>();
            List<List<String>> commands = new ArrayList<>();
            for (Node item : list.items()) {
                if (item instanceof Node.Members rule) {
                    rule.text("serverName").ifPresent(names::add);
                    rule.list("serverCommand").ifPresent(words -> commands.add(texts(words)));
                }
            }
            return new Rules(names, commands);
        }

        private static List<String> texts(Node.Items words) {
            return words.items().stream()
                    .map(word -> word instanceof Node.Text text ? text.value() : "")
                    .toList();
        }
    }

    /** The policy in the settings {@code root}; empty where they say nothing of servers. */
    static Optional<Policy> read(Path file, Node.Members root) {
        Optional<Rules> allowed = root.list("allowedMcpServers").map(Rules::of);
        Optional<Rules> denied = root.list("deniedMcpServers").map(Rules::of);
        return allowed.isEmpty() && denied.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClaudePolicy(file, allowed, denied.orElse(new Rules(List.of(), List.of()))));
    }

    @Override
    public String client() {
        return "claude-code";
    }

    @Override
    public Optional<String> refusal(String name, List<String> argv) {
        if (denied.names.contains(name) || denied.commands.contains(argv)) {
            return Optional.of("it is on the list deniedMcpServers");
        }
        if (allowed.isEmpty()) {
            return Optional.empty();
        }
        if (!allowed.get().commands.isEmpty()) {
            return allowed.get().commands.contains(argv)
                    ? Optional.empty()
                    : Optional.of("its command line is none of those under serverCommand in allowedMcpServers");
        }
        return allowed.get().names.contains(name)
                ? Optional.empty()
                : Optional.of("its name is none of those under serverName in allowedMcpServers");
    }

    @Override
    public String rule(String name, List<String> argv) {
        ObjectNode rule = JsonMapper.builder().build().createObjectNode();
        if (allowed.filter(rules -> rules.commands.isEmpty()).isPresent()) {
            rule.put("serverName", name);
        } else {
            argv.forEach(rule.putArray("serverCommand")::add);
        }
        return rule.toString();
    }
}
