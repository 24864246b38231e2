package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncChange;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What sync says to stubs.
 *
 * @param salt for the digests of their variables
 * @param variables the names of those that entries set
 * @param patience how long to wait for a server's start
 */
record SyncStubs(String salt, Collection<String> variables, Duration patience) {
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    /**
     * Asks {@code stub} what it stands for.
     *
     * @throws IOException where it does not answer, with what to do
     */
    SyncStub describe(LiveStub stub) throws IOException {
        try {
            return read(stub, stub.ask(definition(List.of()), AT_ONCE));
        } catch (IOException | ConfigException fault) {
            throw new IOException(
                    ConfigRun.message(fault) + "; a stub of another version of lazymcp takes its entry anew when the"
                            + " client's next session starts",
                    fault);
        }
    }

    private Frame definition(List<String> origin) {
        return ControlMessage.request("definition", json -> {
            json.writeStringField("salt", salt);
            StubControl.writeStrings(json, "variables", List.copyOf(variables));
            for (String file : origin) {
                json.writeStringField("origin", file);
            }
        });
    }

    private static SyncStub read(LiveStub stub, JsonNode answer) throws ConfigException {
        List<String> command = strings(answer.path("command"));
        Map<String, String> environment = new HashMap<>();
        answer.path("environment")
                .properties()
                .forEach(variable ->
                        environment.put(variable.getKey(), variable.getValue().asText()));
        Set<Path> origins = new HashSet<>();
        strings(answer.path("origins")).forEach(origin -> origins.add(Path.of(origin)));
        return new SyncStub(
                stub.id(),
                stub.name(),
                new SyncClient(answer.path("client").asText()),
                answer.path("state").asText().equals("REMOVED"),
                Path.of(stub.hint().directory()),
                StubWords.read(strings(answer.path("options")), command),
                command,
                environment,
                origins);
    }

    /** Has {@code stub} take note that its entry is in {@code file}, so that a later sync knows what it means if it is gone. */
    void note(LiveStub stub, SyncFile file) throws IOException {
        stub.ask(definition(List.of(file.places().getFirst().toString())), AT_ONCE);
    }

    /** Gives {@code stub} the definition of {@code step}; its answer. */
    JsonNode redefine(LiveStub stub, SyncStep.Redefine step) throws IOException {
        SyncChange change = step.change();
        return stub.ask(
                ControlMessage.request("redefine", json -> {
                    StubControl.writeStrings(json, "options", change.options().commandLine());
                    StubControl.writeStrings(json, "command", change.command());
                    json.writeObjectFieldStart("environment");
                    for (Map.Entry<String, String> variable :
                            change.environment().entrySet()) {
                        json.writeStringField(variable.getKey(), variable.getValue());
                    }
                    json.writeEndObject();
                    StubControl.writeStrings(json, "keep", List.copyOf(change.kept()));
                    json.writeStringField(
                            "origin", step.file().places().getFirst().toString());
                }),
                patience);
    }

    /** Takes the server of {@code stub} away; its answer. */
    JsonNode remove(LiveStub stub, String reason) throws IOException {
        return stub.ask(ControlMessage.request("remove", json -> json.writeStringField("reason", reason)), AT_ONCE);
    }

    /** The strings of the list {@code array}. */
    static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.asText()));
        return strings;
    }

    /** Not the salt. */
    @Override
    public String toString() {
        return "SyncStubs";
    }
}
