package dev.lazymcp.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lazymcp.config.HubScope;
import dev.lazymcp.config.SyncClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a hub knows of its files, and has to say of them. */
final class HubState {
    private SyncClient client = new SyncClient("");
    private HubFiles files = new HubFiles(List.of(), java.util.Set.of());
    private HubScope scope = new HubScope(java.util.Set.of(), java.util.Set.of(), false);
    private Map<String, String> notes = new LinkedHashMap<>();

    /** The session begins. */
    synchronized void begin(SyncClient ofClient, HubFiles read, HubScope wanted) {
        client = ofClient;
        files = read;
        scope = wanted;
    }

    /** The client has had the time to start its stubs. */
    synchronized void settle() {
        scope = scope.asSettled();
    }

    /** What there is to say now, of servers by name or, under any other key, of files. */
    synchronized void note(Map<String, String> now) {
        notes = new LinkedHashMap<>(now);
    }

    /** The server {@code name} was taken in. */
    synchronized void took(String name) {
        notes.remove(name);
    }

    /** A sentence each. */
    synchronized List<String> notes() {
        return List.copyOf(notes.values());
    }

    /** Whether there can be servers by now that were left to the client as the session began. */
    synchronized boolean mayHaveMore() {
        return !scope.atStart().isEmpty();
    }

    synchronized HubFiles files() {
        return files;
    }

    /** Writes what sync asks for. */
    synchronized void write(JsonGenerator json) throws IOException {
        json.writeStringField("client", client.name());
        StubControl.writeStrings(
                json, "clientFiles", texts(scope.clientFiles().stream().sorted().toList()));
        StubControl.writeStrings(
                json, "atStart", scope.atStart().stream().sorted().toList());
        json.writeBooleanField("settled", scope.settled());
        StubControl.writeStrings(json, "files", texts(files.paths()));
        StubControl.writeStrings(json, "notes", notes());
    }

    private static List<String> texts(List<Path> paths) {
        return paths.stream().map(Path::toString).toList();
    }
}
