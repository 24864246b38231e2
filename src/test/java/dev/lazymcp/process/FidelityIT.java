package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that runs: what passes the stub, in either direction, is what was sent. */
@ExtendWith(Sandboxed.class)
class FidelityIT {
    /** What typed proxies lose: spelling of numbers and escapes, order, doubles, spacing, unknown members. */
    private static final String ODD_MEMBERS = "\"z\":1.0,\"a\":[-0,1E400,1e-7,9007199254740993] , \"a\":{\"b\":null},"
            + "\"s\":\"\\u0041\\/\u2028\u2029\u0085\\ud800\ud83d\ude00\"";

    @Test
    void aRequestReachesTheServerByteForByte(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String frame =
                "{ \"params\":{\"name\":\"echo\",\"arguments\":{" + ODD_MEMBERS + "},\"x\":1.50},\"jsonrpc\":\"2.0\","
                        + "\"id\":\"\u00e9-\\u00e9\",\"method\":\"tools/call\",\"extra\":{" + ODD_MEMBERS + "} }";
        stub.send(frame);
        Frame answer = stub.awaitResponse("\"\u00e9-\u00e9\"");
        assertThat(answer.spelled().get("id").raw()).isEqualTo("\"\u00e9-\\u00e9\"");
        assertThat(answer.toolText()).isEqualTo("{" + ODD_MEMBERS + "}");
        assertThat(sandbox.back().await("server").awaitCall("echo").text()).isEqualTo(frame);
    }

    @Test
    void aResultReachesTheClientByteForByte(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String result = "{\"content\":[ ],\"structuredContent\":{" + ODD_MEMBERS + "},\"isError\":false,\"x-new\":1.0}";
        String id = stub.askCall("raw", "{\"result\":" + SpelledJson.quote(result) + "}");
        assertThat(stub.awaitResponse(id).text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    @Test
    void aResultOfACallThroughIsWhatTheServerSaid(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String result = "{\"content\":[ ],\"structuredContent\":{" + ODD_MEMBERS + "},\"x-new\":1.0}";
        Frame answer = stub.call(
                "use_fake", "{\"tool\":\"raw\",\"arguments\":{\"result\":" + SpelledJson.quote(result) + "}}");
        assertThat(answer.spelled().get("result").raw()).isEqualTo(result);
    }

    @Test
    void anErrorReachesTheClientByteForByte(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String id = stub.askCall("gate", "{}");
        server.awaitCall("gate");
        String error =
                "{\"id\":" + id + ",\"error\":{\"data\":{\"elicitations\":[1.0]},\"code\":-32042,\"message\":\"m\","
                        + "\"x\":[]}, \"jsonrpc\":\"2.0\"}";
        server.emit(error + "\n");
        assertThat(stub.awaitResponse(id).text()).isEqualTo(error);
    }

    @Test
    void theToolsAreListedByteForByte(Sandbox sandbox) {
        Frame list = sandbox.stub().active().request("tools/list", "{}");
        assertThat(list.text()).contains(FakeTools.ODD_TOOL);
        assertThat(list.toolNames()).containsAll(FakeTools.NAMES).doesNotHaveDuplicates();
    }

    @Test
    void unknownRequestsAndNotificationsPassInBothDirections(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        Frame refused = stub.request("x/unheard-of", "{" + ODD_MEMBERS + "}");
        assertThat(refused.errorCode()).isEqualTo(-32601);
        assertThat(refused.text()).contains("Method not found: x/unheard-of");
        String notification = "{\"method\":\"x/news\",\"params\":{" + ODD_MEMBERS + "},\"jsonrpc\":\"2.0\"}";
        stub.send(notification);
        assertThat(server.awaitNotification("x/news").text()).isEqualTo(notification);
        server.emit(notification + "\n");
        assertThat(stub.awaitNotification("x/news").text()).isEqualTo(notification);
        String question = stub.askCall("ask", "{\"id\":3,\"method\":\"x/question\",\"params\":{" + ODD_MEMBERS + "}}");
        Frame asked = stub.awaitRequest("x/question");
        assertThat(asked.spelled().get("params").raw()).isEqualTo("{" + ODD_MEMBERS + "}");
        stub.answer(asked, "{}");
        stub.awaitResponse(question);
    }

    @Test
    void anAnswerThatNobodyWaitsForStopsAtTheStub(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        server.emit("""
                {"jsonrpc":"2.0","id":4711,"result":{}}
                {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}
                """);
        stub.send("{\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"result\":{}}");
        stub.send("{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":1,\"message\":\"m\"}}");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(stub.frames()).noneMatch(frame -> frame.text().contains("what?"));
        assertThat(server.received()).noneMatch(Frame::isResponse);
    }

    @Test
    void answersComeInTheOrderOfTheServerNotOfTheClient(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String first = stub.askCall("gate", "{\"name\":\"a\"}");
        String second = stub.askCall("gate", "{\"name\":\"b\"}");
        server.go("b");
        assertThat(stub.awaitResponse(second).toolText()).isEqualTo("through b");
        assertThat(stub.answered(first)).isFalse();
        server.go("a");
        assertThat(stub.awaitResponse(first).toolText()).isEqualTo("through a");
    }

    // Server to client.

    @ParameterizedTest
    @ValueSource(strings = {"roots/list", "sampling/createMessage", "elicitation/create", "tasks/get"})
    void theServerCanAskTheClientDuringACall(String method, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String params = "{" + ODD_MEMBERS + "}";
        String call = stub.askCall(
                "ask", "{\"id\":0,\"method\":" + SpelledJson.quote(method) + ",\"params\":" + params + "}");
        Frame asked = stub.awaitRequest(method);
        assertThat(asked.spelled().get("params").raw()).isEqualTo(params);
        assertThat(stub.answered(call)).isFalse();
        stub.answer(asked, "{\"roots\":[], " + ODD_MEMBERS + "}");
        SpelledJson heard = SpelledJson.parse(stub.awaitResponse(call).toolText());
        assertThat(heard.get("id").raw()).isEqualTo("0");
        assertThat(heard.get("result").raw()).isEqualTo("{\"roots\":[], " + ODD_MEMBERS + "}");
    }

    @Test
    void theServerCanAskByACallThatStartedIt(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--roots-first").initialized();
        String call = stub.askCall("ask", "{\"id\":\"q\",\"method\":\"elicitation/create\"}");
        stub.answer(stub.awaitRequest("roots/list"), "{\"roots\":[]}");
        stub.answer(stub.awaitRequest("elicitation/create"), "{\"action\":\"decline\"}");
        assertThat(stub.awaitResponse(call).toolText()).contains("\"q\"").contains("decline");
        sandbox.back().await("server").awaitEvent("roots");
    }

    @Test
    void questionsOfTheServerAreToldApartWhateverTheirIds(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        List<String> ids = List.of("1", "\"1\"", "\"\\u00e9\"", "1152921504606846976");
        List<String> calls = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            calls.add(stub.askCall("ask", "{\"id\":" + ids.get(i) + ",\"method\":\"x/q" + i + "\"}"));
        }
        for (int i = ids.size() - 1; i >= 0; i--) {
            stub.answer(stub.awaitRequest("x/q" + i), "{\"n\":" + i + "}");
        }
        for (int i = 0; i < ids.size(); i++) {
            SpelledJson heard =
                    SpelledJson.parse(stub.awaitResponse(calls.get(i)).toolText());
            assertThat(heard.get("id").key())
                    .isEqualTo(SpelledJson.parse(ids.get(i)).key());
            assertThat(heard.get("result").raw()).isEqualTo("{\"n\":" + i + "}");
        }
    }

    @Test
    void theClientsErrorReachesTheServer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String call = stub.askCall("ask", "{\"id\":7,\"method\":\"roots/list\"}");
        Frame asked = stub.awaitRequest("roots/list");
        stub.send("{\"jsonrpc\":\"2.0\",\"id\":" + asked.spelled().get("id").raw()
                + ",\"error\":{\"code\":-32601,\"message\":\"no roots here\",\"data\":1.0}}");
        assertThat(stub.awaitResponse(call).toolText())
                .contains("no roots here")
                .contains("1.0");
    }

    @Test
    void aPingBeforeTheServersHandshakeIsAnsweredByTheStub(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--ping-first").active();
        sandbox.back().await("server").awaitEvent("pong {\"jsonrpc\":\"2.0\",\"id\":\"first\",\"result\":{}}");
        assertThat(stub.frames()).noneMatch(frame -> frame.isRequest("ping"));
    }

    // Cancellation.

    @Test
    void theClientCanCancelACallOfTheServer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        stub.ask("\"\\u00e9\"", "tools/call", "{\"name\":\"gate\",\"arguments\":{}}");
        server.awaitCall("gate");
        stub.notify("notifications/cancelled", "{\"requestId\":\"\u00e9\",\"reason\":\"changed my mind\",\"x\":1.0}");
        SpelledJson params =
                server.awaitNotification("notifications/cancelled").spelled().get("params");
        assertThat(params.get("requestId").text()).isEqualTo("\u00e9");
        assertThat(params.get("reason").text()).isEqualTo("changed my mind");
        assertThat(params.get("x").raw()).isEqualTo("1.0");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void theClientCanCancelACallThatWentThroughTheStubsTool(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String id = stub.askCall("use_fake", "{\"tool\":\"gate\",\"arguments\":{}}");
        Frame call = server.awaitCall("gate");
        stub.cancel(id);
        Frame cancelled = server.awaitNotification("notifications/cancelled");
        assertThat(cancelled.spelled().get("params").get("requestId").key())
                .isEqualTo(call.spelled().get("id").key());
    }

    @Test
    void anAnswerThatComesAfterItsCancellationDoesNoHarm(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--answers-cancelled").active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String id = stub.askCall("gate", "{}");
        stub.cancel(id);
        server.awaitNotification("notifications/cancelled");
        server.go("gate");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @Test
    void theServerCanCancelWhatItAskedTheClient(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        ConnectBack.Peer server = sandbox.back().await("server");
        String call = stub.askCall("ask", "{\"id\":5,\"method\":\"elicitation/create\"}");
        Frame asked = stub.awaitRequest("elicitation/create");
        server.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                + "{\"requestId\":5,\"reason\":\"too late\"}}\n");
        SpelledJson params =
                stub.awaitNotification("notifications/cancelled").spelled().get("params");
        assertThat(params.get("requestId").key())
                .isEqualTo(asked.spelled().get("id").key());
        assertThat(params.get("reason").text()).isEqualTo("too late");
        stub.cancel(call);
    }

    // Notifications.

    @ParameterizedTest
    @ValueSource(strings = {"\"t\\u00e9-1\"", "0", "1152921504606846976"})
    void progressAndLogsComeInOrderAndBeforeTheResult(String token, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        for (String call : List.of(
                "{\"name\":\"progress\",\"arguments\":{\"steps\":3},\"_meta\":{\"progressToken\":" + token + "}}",
                "{\"name\":\"use_fake\",\"arguments\":{\"tool\":\"progress\",\"arguments\":{\"steps\":3}},"
                        + "\"_meta\":{\"progressToken\":" + token + "}}")) {
            int before = stub.frames().size();
            Frame answer = stub.request("tools/call", call);
            List<String> expected = new ArrayList<>();
            for (int step = 1; step <= 3; step++) {
                expected.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + token + ",\"progress\":" + step + ".0,\"total\":3}}");
                expected.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                        + "{\"level\":\"info\",\"data\":\"step " + step + "\"}}");
            }
            assertThat(stub.frames().subList(before, stub.indexOf(answer)))
                    .extracting(Frame::text)
                    .containsExactlyElementsOf(expected);
        }
    }

    @Test
    void aStormOfListChangesIsToldAsAFew(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String change = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";
        sandbox.back().await("server").emit(change.repeat(500));
        stub.await("another list_changed", 2, frame -> frame.isNotification("notifications/tools/list_changed"));
        stub.call("echo", "{}");
        assertThat(stub.notifications("notifications/tools/list_changed")).hasSizeLessThan(50);
    }

    @Test
    void aToolThatAppearsLaterIsToldAndListed(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        stub.call("grow", "{}");
        stub.await("another list_changed", 2, frame -> frame.isNotification("notifications/tools/list_changed"));
        assertThat(stub.toolNames()).contains("grown");
    }

    @Test
    void aSubscriptionIsHeldByTheServer(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        stub.request("resources/subscribe", "{\"uri\":\"fake://one\"}");
        Frame answer = stub.call("touch", "{\"uri\":\"fake://one\"}");
        Frame update = stub.awaitNotification("notifications/resources/updated");
        assertThat(stub.indexOf(update)).isLessThan(stub.indexOf(answer));
    }

    // Lists.

    @Test
    void pagesAreTheServersAndTheStubsToolIsOnTheLastOne(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--page-size=5").active();
        List<String> names = new ArrayList<>();
        Frame page = stub.request("tools/list", "{}");
        int pages = 1;
        while (page.result().has("nextCursor")) {
            assertThat(page.toolNames()).doesNotContain("use_fake").hasSize(5);
            names.addAll(page.toolNames());
            page = stub.request("tools/list", "{\"cursor\":" + page.result().get("nextCursor") + "}");
            pages++;
        }
        names.addAll(page.toolNames());
        assertThat(page.toolNames()).contains("use_fake");
        assertThat(names).containsAll(FakeTools.NAMES).doesNotHaveDuplicates();
        assertThat(pages).isEqualTo((FakeTools.NAMES.size() + 4) / 5);
    }

    @Test
    void whatTheServerDoesNotOfferIsAnsweredEmptyAndNotAsked(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--capabilities={\"tools\":{}}").active();
        assertThat(stub.request("resources/list", "{}")
                        .result()
                        .path("resources")
                        .isArray())
                .isTrue();
        assertThat(stub.request("prompts/list", "{}").result().path("prompts").isArray())
                .isTrue();
        assertThat(stub.request("logging/setLevel", "{\"level\":\"info\"}").result())
                .isEmpty();
        assertThat(sandbox.back().await("server").received())
                .extracting(frame -> frame.spelled().get("method").text())
                .doesNotContain("resources/list", "prompts/list", "logging/setLevel");
    }

    // Sizes and framing.

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536, 1_000_000, 12_000_000})
    void aLargeResultPassesWhole(int bytes, Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        Frame answer = stub.call("big", "{\"bytes\":" + bytes + "}");
        assertThat(answer.toolText().length()).isEqualTo(bytes);
    }

    @Test
    void aLargeRequestPassesWhole(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String arguments = "{\"x\":\"" + "\u00e9".repeat(3_000_000) + "\"}";
        assertThat(stub.call("echo", arguments).toolText().equals(arguments)).isTrue();
    }

    @Test
    void largeFramesInBothDirectionsAtOnceDoNotBlockEachOther(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String arguments = "{\"x\":\"" + "y".repeat(200_000) + "\"}";
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ids.add(stub.askCall("echo", arguments));
        }
        for (String id : ids) {
            assertThat(stub.awaitResponse(id).toolText().equals(arguments)).isTrue();
        }
    }

    @Test
    void aFrameOverTheLimitFailsItsRequestAndNothingElse(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String gated = stub.askCall("gate", "{}");
        Frame answer = stub.call("big", "{\"bytes\":" + (68 << 20) + "}");
        assertThat(answer.json().has("error") || answer.isToolError())
                .as("%s", answer)
                .isTrue();
        assertThat(answer.bytes().length).isLessThan(4096);
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        sandbox.back().await("server").go("gate");
        assertThat(stub.awaitResponse(gated).toolText()).isEqualTo("through gate");
        assertThat(sandbox.back().servers()).isEqualTo(1);
    }

    @Test
    void lineEndsOfWindowsAreNotPassedOn(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--crlf").active();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(stub.frames()).noneMatch(frame -> frame.text().contains("\r"));
    }

    @Test
    void aByteOrderMarkBeforeTheFirstFrameIsSkipped(Sandbox sandbox) {
        assertThat(sandbox.stub("--bom").active().call("echo", "{}").toolText()).isEqualTo("{}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Server listening...",
                "\u001b[32mready\u001b[0m",
                "[dotenv] loaded",
                "[undefined] Starting",
                "{\"log\":\"JSON but no JSON-RPC\"}",
                "{broken",
                "42",
                "\"text\"",
                "null",
                "",
                "   "
            })
    void linesThatAreNoFramesAreSkipped(String junk, Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--banner=" + junk, "--junk=" + junk).active();
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        assertThat(stub.frames())
                .allMatch(frame -> frame.spelled().get("jsonrpc").present());
    }

    @Test
    void aFrameIsNotSplitAtALoneCarriageReturn(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String id = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        server.emit("{\"jsonrpc\":\"2.0\",\r\"id\":" + id + ",\"result\":{\"content\":[]}}\n");
        assertThat(stub.awaitResponse(id).result().path("content")).isEmpty();
    }

    @Test
    void aFloodOnStderrBlocksNothing(Sandbox sandbox) {
        StubProcess stub = sandbox.stub("--flood-stderr=1024").active();
        sandbox.back().await("server").emit("");
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    // Batches, in the one revision that has them.

    @Test
    void aBatchReachesTheServerAsSingleRequestsAndIsAnsweredAsOne(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.initialize("2025-03-26");
        stub.send(
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":"
                        + "{\"n\":1.0}}},{\"jsonrpc\":\"2.0\",\"method\":\"x/news\"},{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"method\":"
                        + "\"tools/call\",\"params\":{\"name\":\"use_fake\",\"arguments\":{\"tool\":\"echo\",\"arguments\":{}}}},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}]");
        Frame batch = stub.await("a batch", frame -> frame.spelled().isArray());
        assertThat(batch.spelled().items())
                .extracting(item -> item.get("id").raw())
                .containsExactlyInAnyOrder("1", "\"2\"", "3");
        assertThat(batch.text()).contains("{\\\"n\\\":1.0}");
        assertThat(sandbox.back().await("server").received())
                .noneMatch(frame -> frame.spelled().isArray());
    }

    @Test
    void aBatchOfTheServerReachesTheClientWhole(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().start();
        stub.initialize("2025-03-26");
        stub.call("use_fake", "{}");
        String id = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        server.emit("[{\"jsonrpc\":\"2.0\",\"method\":\"x/news\",\"params\":{\"n\":1.0}},{\"jsonrpc\":\"2.0\",\"id\":"
                + id + ",\"result\":{\"content\":[],\"x\":1.50}}]\n");
        stub.await("the notification", frame -> frame.text().contains("{\"n\":1.0}"));
        stub.await("the answer", frame -> frame.text().contains("{\"content\":[],\"x\":1.50}"));
        assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
    }

    // The end of the server's output.

    @Test
    void whatIsInThePipeWhenTheServerExitsStillArrives(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        Frame answer = stub.call("last_words", "{\"bytes\":60000}");
        assertThat(answer.isToolError()).isFalse();
        assertThat(answer.toolText().length()).isEqualTo(60_000);
    }

    @Test
    void aLastFrameWithoutLineEndCountsIfItIsWhole(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String id = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        server.emit("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[],\"last\":true}}");
        server.halt();
        assertThat(stub.awaitResponse(id).result().path("last").asBoolean()).isTrue();
    }

    @Test
    void aLastFrameThatIsCutIsNotPassedOn(Sandbox sandbox) {
        StubProcess stub = sandbox.stub().active();
        String id = stub.askCall("gate", "{}");
        ConnectBack.Peer server = sandbox.back().await("server");
        server.awaitCall("gate");
        server.emit("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[");
        server.halt();
        assertThat(stub.awaitResponse(id).isToolError()).isTrue();
    }
}
