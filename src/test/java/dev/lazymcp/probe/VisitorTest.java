package dev.lazymcp.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.upstream.Command;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VisitorTest {
    private static final String ALL =
            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{},\"prompts\":{},"
                    + "\"resources\":{}},\"serverInfo\":{\"name\":\"s\"},\"instructions\":\"Do.\"}";

    private final List<Phase> phases = new ArrayList<>();
    private final Visitor visitor = new Visitor("9.9", Duration.ofSeconds(60), phases::add);

    @Test
    void bringsHomeAllThatTheServerLists() {
        Visit visit = visitor.visit(new ScriptedServer()
                .result("initialize", ALL)
                .result("tools/list", "{\"tools\":[{\"name\":\"b\"},{\"name\":\"a\"}]}")
                .result("prompts/list", "{\"prompts\":[{\"name\":\"p\"}]}")
                .result("resources/list", "{\"resources\":[{\"uri\":\"r\"}]}")
                .result("resources/templates/list", "{\"resourceTemplates\":[]}"));

        assertThat(visit.failure()).isEmpty();
        assertThat(phases).containsExactly(Phase.SPAWN, Phase.INITIALIZE, Phase.LIST, Phase.SHUTDOWN);
        assertThat(visit.took()).containsOnlyKeys(Phase.SPAWN, Phase.INITIALIZE, Phase.LIST, Phase.SHUTDOWN);
        CatalogEntry learned = visit.learned().orElseThrow();
        assertThat(learned.protocolVersions()).containsEntry("2025-11-25", "2025-06-18");
        assertThat(learned.tools()).extracting(Tool::name).containsExactly("b", "a");
        assertThat(learned.prompts()).hasSize(1);
        assertThat(learned.resources()).hasSize(1);
        assertThat(learned.resourceTemplates()).isEmpty();
        assertThat(learned.instructions()).contains("Do.");
        assertThat(learned.learnedBy()).isEqualTo("9.9");
    }

    @Test
    void asksForNothingThatTheServerDoesNotHave() {
        Visit visit = visitor.visit(
                new ScriptedServer().result("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}"));

        assertThat(visit.failure()).isEmpty();
        assertThat(visit.learned().orElseThrow().tools()).isEmpty();
    }

    @Test
    void aRefusedListBesidesTheToolsIsARemark() {
        Visit visit = visitor.visit(new ScriptedServer()
                .result("initialize", ALL)
                .result("tools/list", "{\"tools\":[7,{\"name\":\"a\"}]}")
                .result("prompts/list", "{\"prompts\":[]}")
                .lines(
                        "resources/list",
                        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-1,\"message\":\"later\"}}")
                .result("resources/templates/list", "{}"));

        assertThat(visit.failure()).isEmpty();
        assertThat(visit.learned().orElseThrow().tools()).extracting(Tool::name).containsExactly("a");
        assertThat(visit.remarks())
                .hasSize(2)
                .anyMatch(remark -> remark.startsWith("lists something that is no tool"))
                .contains("answered resources/list with an error: later");
    }

    @Test
    void whatEndsWithoutAWordNeverWasAServer() {
        ScriptedServer server = new ScriptedServer();
        server.answer("initialize", _ -> {
            server.ends(new Exit.Exited(1, "no such module"));
            return List.of();
        });

        Visit visit = visitor.visit(server);

        assertThat(visit.failure()).contains(new Visit.Failure(Phase.SPAWN, "it exited with code 1", true));
        assertThat(visit.exit()).contains(new Exit.Exited(1, "no such module"));
        assertThat(visit.stderrTail()).isEqualTo("no such module");
        assertThat(visit.learned()).isEmpty();
    }

    @Test
    void whatEndsAfterAWordFailsWhereItWas() {
        ScriptedServer server = new ScriptedServer();
        server.answer("tools/list", _ -> {
            server.ends(new Exit.Signalled(11, ""));
            return List.of();
        });

        assertThat(visitor.visit(server).failure())
                .contains(new Visit.Failure(Phase.LIST, "it was killed by signal 11 (SIGSEGV)", true));
    }

    @Test
    void aServerThatStaysFailsItsEndAndIsKnownNonetheless() {
        Visit visit = visitor.visit(
                new ScriptedServer().result("tools/list", "{\"tools\":[]}").unkillable());

        assertThat(visit.failure().orElseThrow().phase()).isEqualTo(Phase.SHUTDOWN);
        assertThat(visit.learned()).isPresent();
    }

    @Test
    void aCommandThatIsNowhereFailsToResolve() {
        Visit visit = visitor.visit(listener ->
                StdioServer.start(Command.inherit(List.of("/no/such/command")), listener, StderrSink.NOWHERE, 1));

        assertThat(visit.failure().orElseThrow().phase()).isEqualTo(Phase.RESOLVE);
        assertThat(visit.failure().orElseThrow().recoverable()).isFalse();
    }

    @Test
    void aCommandBeforeTheServerThatFailsIsAFailureToSpawn() {
        Visit visit = visitor.visit(_ -> {
            throw StartFailure.ofInit("init failed", "its words");
        });

        assertThat(visit.failure().orElseThrow()).isEqualTo(new Visit.Failure(Phase.SPAWN, "init failed", false));
        assertThat(visit.stderrTail()).isEqualTo("its words");
    }

    @Test
    void textsCanBeChangedAndTheRestStays() {
        Visit visit = visitor.visit(new ScriptedServer()
                        .lines("tools/list", "noise", "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"message\":\"m\"}}"))
                .withTexts(text -> "<" + text + ">");

        assertThat(visit.noise()).isEqualTo(new Noise(1, "<noise>"));
        assertThat(visit.failure().orElseThrow().reason()).isEqualTo("<it answered tools/list with an error: m>");
        assertThat(visit.stderrTail()).isEqualTo("<its last words>");
    }
}
