package dev.lazymcp.control;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lazymcp.control.AgentEntry.Holder;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What is written down of a session's agents, so that a stub that starts later knows them.
 *
 * @param session whose they are
 * @param epoch which file it is, another for each that is begun anew; 0 in those of earlier versions
 * @param revision grows with each change of that file, from 1
 * @param agents those that are active
 */
public record AgentsFile(SessionKey session, long epoch, long revision, ActiveAgents agents) {
    private static final int FORMAT = 1;

    /** The first of {@code session}, which holds {@code agents} and is like no earlier one. */
    static AgentsFile begun(SessionKey session, ActiveAgents agents) {
        return new AgentsFile(session, ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE), 1, agents);
    }

    /** The next one after this, which holds {@code others}. */
    AgentsFile followedBy(ActiveAgents others) {
        return revision == Long.MAX_VALUE
                ? begun(session, others)
                : new AgentsFile(session, epoch, revision + 1, others);
    }

    /** The file as it is written. */
    Frame toJson() {
        return Json.text(json -> {
            json.writeStartObject();
            json.writeNumberField("v", FORMAT);
            HintJson.write(json, session);
            json.writeNumberField("epoch", epoch);
            json.writeNumberField("revision", revision);
            if (agents.main().isPresent()) {
                json.writeFieldName("main");
                write(json, agents.main().get());
            }
            json.writeArrayFieldStart("entered");
            for (AgentEntry entry : agents.entered()) {
                write(json, entry);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, AgentEntry entry) throws IOException {
        json.writeStartObject();
        json.writeStringField("agent", entry.agent());
        json.writeArrayFieldStart("aliases");
        for (String alias : new TreeSet<>(entry.aliases())) {
            json.writeString(alias);
        }
        json.writeEndArray();
        if (entry.holder() instanceof Holder.Hook hook) {
            json.writeStringField("conversation", hook.conversation());
            json.writeStringField("subagent", hook.subagent());
        }
        json.writeEndObject();
    }

    /** Reads what {@link #toJson} wrote; empty where it is something else. */
    static Optional<AgentsFile> read(Frame json) {
        SessionKey session = HintJson.session(json);
        long revision = HintJson.number(json, "revision");
        if (HintJson.number(json, "v") != FORMAT || session == null || revision < 1) {
            return Optional.empty();
        }
        Span main = Json.find(json, "main");
        Optional<AgentEntry> first = main == null ? Optional.empty() : entry(json.part(main));
        List<AgentEntry> entered = new ArrayList<>();
        elements(json, "entered").forEach(element -> entry(element).ifPresent(entered::add));
        long epoch = Math.max(0, HintJson.number(json, "epoch"));
        return Optional.of(new AgentsFile(session, epoch, revision, new ActiveAgents(first, entered)));
    }

    private static Optional<AgentEntry> entry(Frame json) {
        String agent = Json.string(json, "agent");
        if (agent == null) {
            return Optional.empty();
        }
        Set<String> aliases = new HashSet<>();
        for (Frame element : elements(json, "aliases")) {
            String alias = Json.decodeString(element);
            if (alias != null) {
                aliases.add(alias);
            }
        }
        String conversation = Json.string(json, "conversation");
        String subagent = Json.string(json, "subagent");
        Holder holder =
                conversation == null || subagent == null ? new Holder.Hand() : new Holder.Hook(conversation, subagent);
        return Optional.of(new AgentEntry(agent, aliases, holder));
    }

    private static List<Frame> elements(Frame json, String member) {
        Span list = Json.find(json, member);
        if (list == null) {
            return List.of();
        }
        Frame array = json.part(list);
        return Json.elements(array).stream().map(array::part).toList();
    }
}
