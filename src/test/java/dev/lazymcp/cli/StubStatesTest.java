package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.cli.StubStates.Told;
import dev.lazymcp.config.ClientFiles;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.inventory.Inventory;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of the stubs that run are an entry's. */
final class StubStatesTest {
    @TempDir
    Path directory;

    @Test
    void aStubIsAnEntrysByItsNameAndByWhatItWraps() throws IOException {
        Server server = server("lazymcp", "wrap", "--name", "docs", "--", "node", "x.js");

        assertThat(states(
                        server,
                        told("1", "docs", "registered", "node", "x.js"),
                        told("2", "docs", "active", "node", "other.js"),
                        told("3", "other", "active", "node", "x.js")))
                .containsExactly("registered in 1");
    }

    @Test
    void theMostWakefulOfSeveralSessionsComesFirst() throws IOException {
        Server server = server("lazymcp", "wrap", "--name=docs", "--", "node");

        assertThat(states(
                        server,
                        told("1", "docs", "removed", "node"),
                        told("2", "docs", "registered", "node"),
                        told("3", "docs", "suspended", "node"),
                        told("4", "docs", "active", "node"),
                        told("5", "docs", "connecting", "node")))
                .containsExactly("active in 4", "connecting in 5", "suspended in 3", "registered in 2", "removed in 1");
    }

    @Test
    void variablesAreExpandedAsTheClientDid() throws IOException {
        Server server = server("lazymcp", "wrap", "--name", "docs", "--", "node", "${ROOT}/x.js");

        assertThat(states(server, told("1", "docs", "active", "node", "/srv/x.js")))
                .containsExactly("active in 1");
        assertThat(states(server, told("1", "docs", "active", "node", "${ROOT}/x.js")))
                .isEmpty();
    }

    @Test
    void whatTheClientAloneKnowsMayBeAnything() throws IOException {
        Server server = server("lazymcp", "wrap", "--name", "docs", "--", "node", "${UNSET}", "-v");

        assertThat(states(
                        server,
                        told("1", "docs", "active", "node", "anything", "-v"),
                        told("2", "docs", "active", "node", "-v"),
                        told("3", "docs", "active", "deno", "anything", "-v")))
                .containsExactly("active in 1");
    }

    @Test
    void aStubWithoutANameIsCalledByItsCommandAndOneThatIsSilentIsKnownByItsName() throws IOException {
        Server server = server("lazymcp", "wrap", "--", "npx", "-y", "docs-server");

        assertThat(states(server, told("1", ServerName.of(List.of("npx", "-y", "docs-server")), "no answer")))
                .containsExactly("no answer in 1");
    }

    @Test
    void anEntryWithoutAStubHasNone() throws IOException {
        assertThat(states(server("node", "x.js"), told("1", "docs", "active", "node", "x.js")))
                .isEmpty();
    }

    private static Told told(String session, String name, String state, String... command) {
        return new Told(session, name, List.of(command), state);
    }

    private List<String> states(Server server, Told... told) {
        return new StubStates(List.of(told))
                .of(server, machine()).stream()
                        .map(stub -> stub.state() + " in " + stub.session())
                        .toList();
    }

    private Machine machine() {
        return new Machine(Platform.LINUX, directory, Map.of("ROOT", "/srv"));
    }

    private Server server(String command, String... arguments) throws IOException {
        Files.createDirectories(directory.resolve(".git"));
        Files.writeString(
                directory.resolve(".mcp.json"),
                "{\"mcpServers\": {\"docs\": {\"command\": \"" + command + "\", \"args\": [\""
                        + String.join("\", \"", arguments) + "\"]}}}");
        return Inventory.of(new ClientFiles(directory, machine()), Optional.of("claude-code"))
                .servers()
                .getFirst();
    }
}
