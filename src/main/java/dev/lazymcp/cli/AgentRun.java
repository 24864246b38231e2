package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.config.AgentFiles;
import dev.lazymcp.control.ActiveAgents;
import dev.lazymcp.control.AgentEntry;
import dev.lazymcp.control.AgentsFile;
import dev.lazymcp.control.AgentsStore;
import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Changes which agents are active in a session: writes it down, then tells the stubs that run. */
final class AgentRun {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Surroundings surroundings;
    private final AgentFiles.Found definitions;

    /** A run for agents that are defined where {@code directory} sees them. */
    AgentRun(Surroundings surroundings, Path directory) {
        this.surroundings = surroundings;
        this.definitions = new AgentFiles(directory, surroundings.home(), surroundings.env()).find();
    }

    /**
     * What one stub said.
     *
     * @param changed whether it came into scope or went out of it
     * @param outOfScope whether it is out of scope now
     * @param disabled whether it is out of sight in any case
     * @param fault why it was not told, empty where it was
     */
    record Told(LiveStub stub, boolean changed, boolean outOfScope, boolean disabled, String fault) {}

    /** What came of a change. */
    record Done(AgentsStore.Change change, List<Told> told) {
        /** Whether a stub could not be told. */
        boolean hasFaults() {
            return told.stream().anyMatch(one -> !one.fault().isEmpty());
        }
    }

    /** What {@code agent} is called besides. */
    Set<String> aliases(String agent) {
        return definitions.aliases(agent);
    }

    /**
     * What {@code name} may have been meant to be, where no file defines an agent that is called so. Without one that is near it
     * can be an agent that the client brings.
     */
    Optional<String> meant(String name) {
        boolean defined = definitions.agents().stream().anyMatch(agent -> agent.isCalled(name));
        return defined
                ? Optional.empty()
                : Spelling.nearest(
                        name,
                        definitions.agents().stream()
                                .flatMap(agent -> Stream.of(agent.name(), agent.id()))
                                .distinct()
                                .toList());
    }

    /** The agent {@code name} as a person makes it active. */
    AgentEntry byHand(String name) {
        return new AgentEntry(name, aliases(name), new AgentEntry.Holder.Hand());
    }

    /** Changes the agents of {@code session}; {@code change} is empty to leave all as it is. */
    Done change(AgentSession session, Function<ActiveAgents, Optional<ActiveAgents>> change) throws IOException {
        return tell(session.store(surroundings).change(session.key(), first(), change));
    }

    /** What the first command of a session begins with. In a client's shells and hooks the environment is that of its stubs. */
    private ActiveAgents first() {
        ActiveAgents agents = ActiveAgents.none();
        for (String name : WrapArguments.activeAgents(surroundings.env())) {
            agents = agents.enter(byHand(name));
        }
        return agents;
    }

    private Done tell(AgentsStore.Change change) throws IOException {
        AgentsFile now = change.now();
        // Found after the file was written: a stub that opened its socket before is told, one that does later reads the
        // file.
        LiveStubs live = LiveStubs.find(surroundings);
        List<Told> told = now.revision() == 0
                ? List.of()
                : LiveStubs.askAll(live.in(now.session()), stub -> tell(stub, request(now)));
        return new Done(change, told);
    }

    private static Frame request(AgentsFile file) {
        return ControlMessage.request("agents", json -> {
            json.writeNumberField("epoch", file.epoch());
            json.writeNumberField("revision", file.revision());
            json.writeArrayFieldStart("active");
            for (String name : file.agents().names()) {
                json.writeString(name);
            }
            json.writeEndArray();
        });
    }

    private static Told tell(LiveStub stub, Frame request) {
        try {
            JsonNode answer = stub.ask(request, PATIENCE);
            boolean changed = answer.path("result").asText().equals("done");
            boolean out = answer.path("outOfScope").asBoolean();
            return new Told(stub, changed, out, answer.path("disabled").asBoolean(), "");
        } catch (IOException unreachable) {
            return new Told(stub, false, false, false, String.valueOf(unreachable.getMessage()));
        }
    }
}
