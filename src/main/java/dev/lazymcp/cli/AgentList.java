package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.AgentDefinition;
import dev.lazymcp.config.AgentFiles;
import dev.lazymcp.control.ActiveAgents;
import dev.lazymcp.control.AgentEntry;
import dev.lazymcp.control.SessionKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What {@code agent list} shows.
 *
 * @param active the agents that are active; where nothing is written down, those that the stubs took from their environment
 * @param servers those of the session that could be asked
 * @param warnings sentences for people
 */
record AgentList(
        SessionKey session,
        ActiveAgents active,
        List<AgentDefinition> defined,
        List<Server> servers,
        List<String> warnings) {
    /**
     * A server and whom it is for.
     *
     * @param agents empty for everybody
     */
    record Server(String name, List<String> agents, boolean inScope, boolean disabled) {}

    /** The list for what is {@code written} down, what the stubs said and the files that were found. */
    static AgentList of(
            SessionKey session, Optional<ActiveAgents> written, List<StatusReport.Row> rows, AgentFiles.Found found) {
        List<String> warnings = new ArrayList<>(found.faults());
        List<Server> servers = new ArrayList<>();
        Set<String> ofEnvironment = new TreeSet<>();
        for (StatusReport.Row row : rows) {
            if (row.status().isEmpty()) {
                warnings.add(row.stub().name() + " did not answer: " + row.fault());
                continue;
            }
            JsonNode status = row.status().get();
            List<String> agents = new ArrayList<>();
            status.path("agents").forEach(agent -> agents.add(agent.asText()));
            status.path("activeAgents").forEach(agent -> ofEnvironment.add(agent.asText()));
            servers.add(new Server(
                    row.stub().name(),
                    List.copyOf(agents),
                    !status.path("outOfScope").asBoolean(),
                    status.path("disabled").asBoolean()));
        }
        ActiveAgents active = written.orElseGet(() -> ofEnvironment(ofEnvironment));
        servers.forEach(server -> warnings.addAll(unknown(server, active, found.agents())));
        return new AgentList(session, active, found.agents(), List.copyOf(servers), List.copyOf(warnings));
    }

    private static ActiveAgents ofEnvironment(Set<String> names) {
        ActiveAgents agents = ActiveAgents.none();
        for (String name : names) {
            agents = agents.enter(new AgentEntry(name, Set.of(), new AgentEntry.Holder.Hand()));
        }
        return agents;
    }

    private static List<String> unknown(Server server, ActiveAgents active, List<AgentDefinition> defined) {
        Set<String> known = new TreeSet<>(active.names());
        defined.forEach(agent -> known.addAll(List.of(agent.name(), agent.id())));
        List<String> warnings = new ArrayList<>();
        for (String name : server.agents()) {
            if (!known.contains(name)) {
                String similar = known.stream()
                        .filter(name::equalsIgnoreCase)
                        .map(other -> "; " + other + " is, and upper and lower case differ")
                        .findFirst()
                        .orElse("");
                warnings.add(server.name() + " is for the agent " + name
                        + ", which no agent that is defined or active is" + " called" + similar);
            }
        }
        return warnings;
    }

    /** For people; files are shown relative to {@code directory} or {@code home} where they are below. */
    String text(Path directory, Path home) {
        StringBuilder text = new StringBuilder("Session ")
                .append(TerminalText.plain(session.id()))
                .append('\n');
        text.append(AgentReport.text(active)).append('\n');
        if (defined.isEmpty()) {
            text.append("\nNo file of the project or the user defines an agent.\n");
        } else {
            TextTable table = new TextTable("AGENT", "ID", "SCOPE", "FILE");
            defined.forEach(
                    agent -> table.row(agent.name(), agent.id(), scope(agent), shown(agent.file(), directory, home)));
            text.append('\n').append(table);
        }
        if (servers.isEmpty()) {
            text.append("\nNo server runs behind a stub in this session.\n");
        } else {
            TextTable table = new TextTable("SERVER", "FOR", "SCOPE");
            servers.forEach(server -> table.row(
                    server.name(),
                    server.agents().isEmpty() ? "everybody" : String.join(", ", server.agents()),
                    (server.inScope() ? "in" : "out") + (server.disabled() ? " (disabled)" : "")));
            text.append('\n').append(table);
        }
        return text.toString();
    }

    private static String shown(Path file, Path directory, Path home) {
        if (file.startsWith(directory)) {
            return directory.relativize(file).toString();
        }
        return file.startsWith(home)
                ? Path.of("~").resolve(home.relativize(file)).toString()
                : file.toString();
    }

    private static String scope(AgentDefinition agent) {
        return agent.scope().name().toLowerCase(Locale.ROOT);
    }

    /** For programs. */
    ObjectNode json() {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        root.put("session", session.id());
        AgentReport.put(root, active);
        ArrayNode agents = root.putArray("defined");
        defined.forEach(agent -> agents.addObject()
                .put("name", agent.name())
                .put("id", agent.id())
                .put("scope", scope(agent))
                .put("file", agent.file().toString()));
        ArrayNode list = root.putArray("servers");
        for (Server server : servers) {
            ObjectNode one = list.addObject()
                    .put("name", server.name())
                    .put("inScope", server.inScope())
                    .put("disabled", server.disabled());
            ArrayNode scope = one.putArray("agents");
            server.agents().forEach(scope::add);
        }
        ArrayNode said = root.putArray("warnings");
        warnings.forEach(said::add);
        return root;
    }
}
