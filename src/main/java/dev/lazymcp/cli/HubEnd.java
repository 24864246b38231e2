package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.config.HubScope;
import dev.lazymcp.config.SyncChange;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncComparison;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import dev.lazymcp.control.ControlMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hub that runs, as sync sees it.
 *
 * @param hub where it answers
 * @param client whose it is
 * @param scope which servers are its to serve
 * @param files those that it reads
 * @param notes what it has to say for people, a sentence each
 */
record HubEnd(LiveStub hub, SyncClient client, HubScope scope, List<Path> files, List<String> notes) {
    /** The operation that asks for all this. */
    static final String OPERATION = "hub";

    /** The operation that says what waits and what is wrong, by server or by what is wrong. */
    static final String NOTES = "notes";

    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    /**
     * Asks {@code hub}.
     *
     * @throws IOException where it does not answer
     */
    static HubEnd ask(LiveStub hub) throws IOException {
        JsonNode answer = hub.ask(ControlMessage.request(OPERATION), AT_ONCE);
        return new HubEnd(
                hub,
                new SyncClient(answer.path("client").asText()),
                new HubScope(
                        Set.copyOf(paths(answer.path("clientFiles"))),
                        Set.copyOf(SyncStubs.strings(answer.path("atStart"))),
                        answer.path("settled").asBoolean()),
                paths(answer.path("files")),
                SyncStubs.strings(answer.path("notes")));
    }

    /**
     * Has the hub know what came of a sync: the next {@code status} tells.
     *
     * @param open by server, what is not done; by anything else, what is wrong
     * @throws IOException where it does not answer
     */
    void note(Map<String, String> open) throws IOException {
        hub.ask(
                ControlMessage.request(NOTES, json -> {
                    json.writeObjectFieldStart("notes");
                    for (Map.Entry<String, String> note : open.entrySet()) {
                        json.writeStringField(note.getKey(), note.getValue());
                    }
                    json.writeEndObject();
                }),
                AT_ONCE);
    }

    private static List<Path> paths(JsonNode array) {
        return SyncStubs.strings(array).stream().map(Path::of).toList();
    }

    /**
     * The steps {@code planned}, with those by which the hub takes in what is its to serve and gives up what its client has started
     * itself meanwhile.
     *
     * @param known the stubs of the session; those that the hub is to take in are added
     */
    List<SyncStep> adjusted(
            List<SyncStep> planned, Map<SyncStub, LiveStub> known, List<SyncFile> read, SyncComparison comparison) {
        Set<String> elsewhere = known.values().stream()
                .filter(stub -> stub.server().isEmpty())
                .map(LiveStub::name)
                .collect(Collectors.toSet());
        List<SyncStep> steps = new ArrayList<>();
        Set<String> taken = new HashSet<>(elsewhere);
        taken.addAll(hub.hint().servers().orElse(List.of()));
        List<SyncStep> more = takeIn(taken, known, read, comparison);
        for (SyncStep step : planned) {
            if (!(step instanceof SyncStep.Added(String name, SyncFile _, String _)) || !taken.contains(name)) {
                steps.add(withdrawn(step, known, elsewhere));
            }
        }
        steps.addAll(more);
        return steps;
    }

    private List<SyncStep> takeIn(
            Set<String> taken, Map<SyncStub, LiveStub> known, List<SyncFile> read, SyncComparison comparison) {
        List<SyncStep> steps = new ArrayList<>();
        for (HubScope.Wanted wanted : scope.wanted(client, read, Set.copyOf(taken))) {
            String name = wanted.entry().name();
            LiveStub place = hub.to(name);
            SyncStub vacant =
                    SyncStub.vacant(place.id(), name, client, Path.of(hub.hint().directory()));
            known.put(vacant, place);
            taken.add(name);
            steps.add(comparison.takeIn(vacant, wanted));
        }
        return steps;
    }

    /** A server of which the client has a stub now is not served twice. */
    private SyncStep withdrawn(SyncStep step, Map<SyncStub, LiveStub> known, Set<String> elsewhere) {
        return switch (step) {
            case SyncStep.Unchanged(SyncStub stub, SyncFile file)
            when isTwice(known.get(stub), elsewhere) -> givenUp(stub, file);
            case SyncStep.Redefine(SyncStub stub, SyncFile file, SyncChange _)
            when isTwice(known.get(stub), elsewhere) -> givenUp(stub, file);
            default -> step;
        };
    }

    private static SyncStep givenUp(SyncStub stub, SyncFile file) {
        return new SyncStep.Remove(stub, file, "the client has started its stub itself");
    }

    private boolean isTwice(@Nullable LiveStub live, Set<String> elsewhere) {
        return live != null
                && live.server().isPresent()
                && live.socket().equals(hub.socket())
                && elsewhere.contains(live.name());
    }
}
