package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.cli.AgentRun.Told;
import dev.lazymcp.control.ActiveAgents;
import dev.lazymcp.control.AgentEntry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** What a change of the active agents has brought about, for people and for programs. */
final class AgentReport {
    private AgentReport() {}

    /** The agents that are active, in a sentence. */
    static String text(ActiveAgents agents) {
        Optional<String> main = agents.main().map(AgentEntry::agent);
        List<String> parts = new ArrayList<>();
        agents.counts()
                .forEach((name, count) -> parts.add(TerminalText.plain(name)
                        + (main.filter(name::equals).isPresent() ? " (main)" : "")
                        + (count > 1 ? " ×" + count : "")));
        return parts.isEmpty() ? "No agent is active." : "Active: " + String.join(", ", parts);
    }

    /** What each server that came or went did; the faults are not in it. */
    static String text(AgentRun.Done done) {
        StringBuilder text = new StringBuilder(text(done.change().now().agents())).append('\n');
        for (Told told : done.told()) {
            if (told.changed()) {
                text.append(TerminalText.plain(told.stub().name()))
                        .append(told.outOfScope() ? ": out of scope" : ": in scope")
                        .append(!told.outOfScope() && told.disabled() ? ", but disabled" : "")
                        .append('\n');
            }
        }
        if (done.told().isEmpty()) {
            text.append("No server of session ")
                    .append(TerminalText.plain(done.change().now().session().id()))
                    .append(" runs behind a stub yet; those that start will know.\n");
        } else if (done.told().stream().noneMatch(Told::changed)) {
            text.append("No server came into scope or went out of it.\n");
        }
        return text.toString();
    }

    /** The same for programs, with the servers that did not change. */
    static ObjectNode json(AgentRun.Done done) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        root.put("session", done.change().now().session().id());
        put(root, done.change().now().agents());
        ArrayNode servers = root.putArray("servers");
        for (Told told : done.told()) {
            ObjectNode server = servers.addObject().put("name", told.stub().name());
            if (told.fault().isEmpty()) {
                server.put("inScope", !told.outOfScope())
                        .put("changed", told.changed())
                        .put("disabled", told.disabled());
            } else {
                server.put("fault", told.fault());
            }
        }
        return root;
    }

    /** Puts the main agent, if there is one, and all that are active with how many of each there are. */
    static void put(ObjectNode root, ActiveAgents agents) {
        agents.main().ifPresent(main -> root.put("main", main.agent()));
        ArrayNode active = root.putArray("active");
        SequencedMap<String, Integer> counts = agents.counts();
        counts.forEach((name, count) -> {
            ObjectNode agent = active.addObject().put("agent", name).put("count", count);
            ArrayNode aliases = agent.putArray("aliases");
            aliases(agents, name).forEach(aliases::add);
        });
    }

    private static Set<String> aliases(ActiveAgents agents, String name) {
        Set<String> aliases = new LinkedHashSet<>();
        agents.main().filter(entry -> entry.agent().equals(name)).ifPresent(entry -> aliases.addAll(entry.aliases()));
        agents.entered().stream()
                .filter(entry -> entry.agent().equals(name))
                .forEach(entry -> aliases.addAll(entry.aliases()));
        return aliases;
    }
}
