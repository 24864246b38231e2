package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HubScopeTest {
    private static final SyncClient CLIENT = new SyncClient("some-client");
    private static final String HUB = "\"hub\":{\"command\":\"lazymcp\",\"args\":[\"hub\"]}";
    private static final String PLAIN = "\"plain\":{\"command\":\"node\"}";
    private static final String LAZY = "\"lazy\":{\"command\":\"node\",\"autoConnect\":false}";
    private static final String STUB =
            "\"stub\":{\"command\":\"lazymcp\",\"args\":[\"wrap\",\"--name\",\"stub\",\"--\",\"node\"]}";
    private static final String OFF = "\"off\":{\"command\":\"node\",\"disabled\":true}";
    private static final String REMOTE = "\"remote\":{\"url\":\"https://example.org/mcp\"}";
    private static final SyncOptions.Reader OPTIONS =
            (words, _) -> new SyncOptions("stub", words, Optional.empty(), List.of());

    @TempDir
    private Path directory = Path.of("");

    private Path path = Path.of("");

    @BeforeEach
    void place() throws IOException {
        path = directory.toRealPath().resolve("servers.json");
    }

    @Test
    void aFileThatTheClientDoesNotReadIsTheHubsAlone() throws Exception {
        List<SyncFile> files = List.of(file(PLAIN, LAZY, STUB, OFF, REMOTE));
        HubScope scope = HubScope.begin(Set.of(), files);

        assertThat(wanted(scope, files)).containsExactly("plain", "lazy", "stub", "remote");
        assertThat(wanted(scope, files, "lazy")).containsExactly("plain", "stub", "remote");
    }

    @Test
    void whatTheClientReadAtItsStartIsItsOwn() throws Exception {
        List<SyncFile> files = List.of(file(HUB, PLAIN, LAZY, STUB, OFF, REMOTE));
        HubScope scope = HubScope.begin(Set.of(), files);

        assertThat(wanted(scope, files)).isEmpty();
        assertThat(wanted(scope.asSettled(), files))
                .as("it has not started its stub")
                .containsExactly("stub");
        assertThat(wanted(scope.asSettled(), files, "stub")).isEmpty();
    }

    @Test
    void ofWhatCameLaterThatWhichIsLazyIsTheHubs() throws Exception {
        HubScope scope = HubScope.begin(Set.of(), List.of(file(HUB)));
        List<SyncFile> files = List.of(file(HUB, PLAIN, LAZY, STUB, OFF, REMOTE));

        assertThat(wanted(scope, files)).containsExactly("lazy", "stub");
        assertThat(wanted(scope, files, "stub")).containsExactly("lazy");
    }

    @Test
    void aFileIsTheClientsWhereThatIsKnownWithoutAHubInIt() throws Exception {
        List<SyncFile> files = List.of(file(PLAIN, LAZY, STUB));

        assertThat(wanted(HubScope.begin(Set.of(path), files), files)).isEmpty();
    }

    @Test
    void ofTwoFilesTheFirstDecides() throws Exception {
        SyncFile first = file(LAZY.replace("\"command\":\"node\"", "\"command\":\"node\",\"disabled\":true"), HUB);
        path = path.resolveSibling("other.json");
        SyncFile second = file(LAZY, PLAIN);
        List<SyncFile> files = List.of(first, second);

        assertThat(wanted(HubScope.begin(Set.of(), files), files)).containsExactly("plain");
    }

    private static List<String> wanted(HubScope scope, List<SyncFile> files, String... running) {
        return scope.wanted(CLIENT, files, Set.of(running)).stream()
                .map(wanted -> wanted.entry().name())
                .toList();
    }

    private SyncFile file(String... entries) throws IOException, ConfigException {
        Files.writeString(path, "{\"mcpServers\":{" + String.join(",", entries) + "}}");
        return SyncFile.read(new SyncFiles.Candidate(path, SyncFile.Kind.USER, true), Set.of(), OPTIONS);
    }
}
