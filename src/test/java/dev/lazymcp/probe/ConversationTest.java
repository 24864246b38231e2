package dev.lazymcp.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.upstream.Command;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import dev.lazymcp.upstream.StopPace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ConversationTest {
    private static final Frame NOTHING = Frame.of("{}");

    private final ScriptedServer server = new ScriptedServer();
    private final List<String> notices = new ArrayList<>();

    @Test
    void introducesItselfAsAClientWithoutCapabilities() throws Exception {
        ServerFacts facts = begin().initialize("9.9", soon());

        assertThat(facts.protocolVersion()).isEqualTo("2025-11-25");
        assertThat(server.heard())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"lz:1\",\"method\":\"initialize\",\"params\":"
                        + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"lazymcp\",\"version\":\"9.9\"}}}");
        assertThat(server.heard()).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    void takesEachRevisionThatBeginsWithInitialize(String revision) throws Exception {
        server.result("initialize", "{\"protocolVersion\":\"" + revision + "\"}");

        assertThat(begin().initialize("1", soon()).protocolVersion()).isEqualTo(revision);
    }

    @Test
    void refusesARevisionThatBeginsOtherwise() throws Exception {
        server.result("initialize", "{\"protocolVersion\":\"2099-01-01\"}");

        assertThatExceptionOfType(ProbeException.class)
                .isThrownBy(() -> begin().initialize("1", soon()))
                .withMessageContaining("speaks revision \"2099-01-01\"");
    }

    @Test
    void readsAllPagesOfAList() throws Exception {
        server.answer("tools/list", request -> {
            boolean first = request.paramsOrEmpty().toString().equals("{}");
            String body = first
                    ? "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"q\\\"\"}"
                    : "{\"tools\":[{ \"name\":\"b\" }]}";
            return List.of("{\"jsonrpc\":\"2.0\",\"id\":" + request.rawId() + ",\"result\":" + body + "}");
        });

        assertThat(begin().list("tools/list", soon()))
                .extracting(Frame::toString)
                .containsExactly("{\"name\":\"a\"}", "{ \"name\":\"b\" }");
        server.heard();
        assertThat(server.heard()).endsWith("\"params\":{\"cursor\":\"q\\\"\"}}");
    }

    @Test
    void givesUpAListWhoseCursorComesBack() throws Exception {
        server.result("tools/list", "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"same\"}");

        assertThatExceptionOfType(ProbeException.class)
                .isThrownBy(() -> begin().list("tools/list", soon()))
                .withMessageContaining("its cursor leads nowhere, after 2 elements");
    }

    @Test
    void givesUpAListOfMorePagesThanAnyHas() throws Exception {
        int[] page = {0};
        server.answer(
                "tools/list",
                request -> List.of("{\"jsonrpc\":\"2.0\",\"id\":" + request.rawId()
                        + ",\"result\":{\"tools\":[],\"nextCursor\":\"" + page[0]++ + "\"}}"));

        assertThatExceptionOfType(ProbeException.class)
                .isThrownBy(() -> begin().list("tools/list", soon()))
                .withMessageContaining("without end");
    }

    @Test
    void answersAPingAndRefusesAllElse() throws Exception {
        Conversation talk = begin();
        server.says("{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"ping\"}");
        server.says("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"roots/list\"}");

        assertThat(server.heard()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}");
        assertThat(server.heard()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"error\":{\"code\":-32601,");
        assertThat(talk.noise().isNone()).isTrue();
    }

    @Test
    void tellsNotificationsAndProgressApart() throws Exception {
        List<String> progress = new ArrayList<>();
        server.lines(
                "tools/call",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":ID,\"progress\":1}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"other\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[]}}");

        Frame result = begin().request(
                        "tools/call",
                        Frame.of("{\"name\":\"t\",\"_meta\":{\"x\":1}}"),
                        soon(),
                        params -> progress.add(params.toString()));

        assertThat(result).hasToString("{\"content\":[]}");
        assertThat(progress).containsExactly("{\"progressToken\":\"lz:1\",\"progress\":1}");
        assertThat(notices).containsExactly("notifications/tools/list_changed {}");
        assertThat(server.heard()).contains("{\"name\":\"t\",\"_meta\":{\"x\":1,\"progressToken\":\"lz:1\"}}");
    }

    @Test
    void countsWhatIsNoMessage() throws Exception {
        server.lines("x", "Server listening…", "{\"no\":\"message\"}", "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}");
        Conversation talk = begin();

        talk.request("x", NOTHING, soon());

        assertThat(talk.noise()).isEqualTo(new Noise(2, "Server listening…"));
    }

    @Test
    void takesAnswersInABatch() throws Exception {
        server.lines("x", "[{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"in\":\"batch\"}}]");

        assertThat(begin().request("x", NOTHING, soon())).hasToString("{\"in\":\"batch\"}");
    }

    @Test
    void tellsTheServersErrorAsItCame() throws Exception {
        server.lines(
                "x", "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-5,\"message\":\"no\\nway\",\"data\":1e2}}");

        assertThatExceptionOfType(ProbeException.class)
                .isThrownBy(() -> begin().request("x", NOTHING, soon()))
                .withMessage("answered x with an error: no way")
                .satisfies(e -> assertThat(((Fault.Refused) e.fault()).error())
                        .hasToString("{\"code\":-5,\"message\":\"no\\nway\",\"data\":1e2}"));
    }

    @Test
    void cancelsWhatIsNotAnsweredInTime() throws Exception {
        Conversation talk = begin();

        assertThatExceptionOfType(ProbeException.class)
                .isThrownBy(() -> talk.request("x", NOTHING, Deadline.in(Duration.ofMillis(1))))
                .satisfies(e -> assertThat(e.fault()).isEqualTo(new Fault.Silent("x", Duration.ofMillis(1))));
        server.heard();
        assertThat(server.heard())
                .contains("notifications/cancelled")
                .contains("{\"requestId\":\"lz:1\",\"reason\":\"no answer in time\"}");
    }

    @Test
    void neverCancelsTheIntroduction() throws Exception {
        server.lines("initialize");
        Conversation talk = begin();

        assertThatExceptionOfType(ProbeException.class)
                .isThrownBy(() -> talk.initialize("1", Deadline.in(Duration.ofMillis(1))));
        talk.send("marker", NOTHING);

        assertThat(server.heard()).contains("initialize");
        assertThat(server.heard()).contains("marker");
    }

    @Test
    void cancelEndsEveryWait() throws Exception {
        Conversation talk = begin();
        CompletableFuture<Fault> fault = CompletableFuture.supplyAsync(() -> fault(talk));
        server.heard();

        talk.cancel();

        assertThat(fault.get()).isEqualTo(new Fault.Cancelled("x"));
        assertThat(server.heard()).contains("notifications/cancelled");
    }

    @Test
    void anInterruptCancelsAndIsKept() throws Exception {
        Conversation talk = begin();

        Thread.currentThread().interrupt();

        assertThat(fault(talk)).isEqualTo(new Fault.Cancelled("x"));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anEndAnswersWhatIsOpenAndWhatIsAskedLater() throws Exception {
        Exit exit = new Exit.Exited(3, "boom");
        server.answer("x", _ -> {
            server.ends(exit);
            return List.of();
        });
        Conversation talk = begin();

        assertThat(fault(talk)).isEqualTo(new Fault.Ended(exit));
        assertThat(fault(talk)).isEqualTo(new Fault.Ended(exit));
        assertThat(talk.stderrTail()).isEqualTo("boom");
    }

    @Test
    void aServerThatTakesNoInputIsNotWaitedFor() throws Exception {
        Conversation talk = begin();
        server.breakInput();

        assertThat(fault(talk)).isEqualTo(new Fault.Deaf("Broken pipe"));
    }

    @Test
    void anAnswerThatIsTooLongFailsItsRequest() throws Exception {
        server.answer("x", request -> {
            Frame head = Frame.of("{\"jsonrpc\":\"2.0\",\"id\":" + request.rawId() + ",\"result\":{\"a\":\"");
            server.says(new FrameReader.TooLong(head, Frame.of("\"}}"), 99_000_000));
            return List.of();
        });

        assertThat(fault(begin()))
                .isInstanceOf(Fault.Unusable.class)
                .extracting(Fault::inWords)
                .asString()
                .contains("99000000 bytes");
    }

    @Test
    void aFailedStartIsPassedOn() {
        assertThatExceptionOfType(StartFailure.class)
                .isThrownBy(() -> Conversation.begin(
                        listener -> {
                            listener.received(new FrameReader.Line(
                                    Frame.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")));
                            return StdioServer.start(
                                    Command.inherit(List.of("/no/such/command")), listener, StderrSink.NOWHERE, 1);
                        },
                        Notices.NONE));
    }

    @Test
    void stopsTheServer() throws Exception {
        Conversation talk = begin();

        assertThat(talk.stop(StopPace.EOF)).isTrue();
        assertThat(talk.exit()).contains(new Exit.Exited(0, "its last words"));
    }

    private Conversation begin() throws StartFailure {
        return Conversation.begin(server, (method, params) -> notices.add(method + " " + params));
    }

    private static Fault fault(Conversation talk) {
        try {
            throw new AssertionError("answered: " + talk.request("x", NOTHING, soon()));
        } catch (ProbeException e) {
            return e.fault();
        }
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(60));
    }
}
