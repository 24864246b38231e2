package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and servers of revision 2026-07-28, with each other and with those of the revisions before. */
@ExtendWith(Sandboxed.class)
class ModernIT {
    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";
    private static final String ELICITATION =
            "{\"who\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\","
                    + "\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\",\"x\":1E400}}}}";

    /** A session after which the catalog knows what the server is. */
    private static void learn(Sandbox sandbox, String... flags) throws Exception {
        StubProcess stub = sandbox.stub(flags).initialized();
        stub.call("cwd", "{}");
        stub.closeStdin();
        stub.awaitExit();
    }

    @Nested
    class AModernClientOfAModernServer {
        @Test
        void isAnsweredFromTheCatalogAndStartsNothing(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            StubProcess stub = sandbox.stub("--modern").start();
            ModernSession client = ModernSession.of(stub);
            Frame discovered = client.request("server/discover", "");
            assertThat(discovered.result().path("supportedVersions")).hasToString("[\"2026-07-28\"]");
            assertThat(discovered.result().path("resultType").asText()).isEqualTo("complete");
            assertThat(discovered.result().path("ttlMs").asInt(-1)).isZero();
            assertThat(discovered.result().path("cacheScope").asText()).isEqualTo("private");
            assertThat(discovered.result().at("/capabilities/tools/listChanged").asBoolean())
                    .isTrue();
            assertThat(discovered
                            .result()
                            .at("/capabilities/resources/subscribe")
                            .asBoolean())
                    .isTrue();
            assertThat(discovered
                            .result()
                            .path("_meta")
                            .path(ModernSession.PREFIX + "serverInfo")
                            .path("name")
                            .asText())
                    .isEqualTo("fake");
            for (String list : new String[] {"tools", "prompts", "resources"}) {
                Frame listed = client.request(list + "/list", "");
                assertThat(listed.result().path(list)).isNotEmpty();
                assertThat(listed.result().path("resultType").asText()).isEqualTo("complete");
                assertThat(listed.result().path("ttlMs").asInt(-1)).isZero();
                assertThat(listed.result().path("cacheScope").asText()).isEqualTo("private");
            }
            assertThat(stub.children()).isEmpty();
            assertThat(sandbox.back().servers()).isEqualTo(1);
        }

        @Test
        void getsAndGivesTheVeryBytes(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ModernSession client = ModernSession.of(sandbox.stub("--modern").start());
            String params = client.params(ModernSession.call("echo", "{\"b\":1.0,\"a\":[1E400,\"\\ud800\"]}", ""));
            String id = client.stub().ask("tools/call", params);
            Frame answer = client.stub().awaitResponse(id);
            assertThat(sandbox.back()
                            .await("server", 2)
                            .awaitCall("echo")
                            .spelled()
                            .get("params")
                            .raw())
                    .isEqualTo(params);
            assertThat(answer.text())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id
                            + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":"
                            + SpelledJson.quote("{\"b\":1.0,\"a\":[1E400,\"\\ud800\"]}") + "}]}}");
        }

        @Test
        void getsAResultThatWantsInputAndSendsTheCallAgainItself(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ModernSession client = ModernSession.of(sandbox.stub("--modern").start());
            String arguments = "{\"requests\":" + ELICITATION + "}";
            Frame wanted = client.call("want", arguments);
            assertThat(wanted.spelled().get("result").raw())
                    .isEqualTo("{\"resultType\":\"input_required\",\"inputRequests\":" + ELICITATION
                            + ",\"requestState\":\"\\u0073tate 1\"}");
            String again = ",\"requestState\":\"\\u0073tate 1\",\"inputResponses\":{\"who\":{\"action\":\"accept\"}}";
            assertThat(client.request("tools/call", ModernSession.call("want", arguments, again))
                            .toolText())
                    .isEqualTo("\"\\u0073tate 1\" {\"who\":{\"action\":\"accept\"}}");
        }

        @Test
        void hasItsStreamsWhateverBecomesOfTheServer(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            StubProcess stub = sandbox.stub("--modern").start();
            ModernSession client = ModernSession.of(stub);
            Frame open = client.listen("\"listen:0\"", "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
            assertThat(open.spelled().get("params").get("notifications").raw())
                    .isEqualTo("{\"toolsListChanged\":true,\"promptsListChanged\":true}");
            client.listen("7", "{\"toolsListChanged\":true}");
            sandbox.awaitSocket(stub);
            client.call("cwd", "{}");
            client.awaitOn("\"listen:0\"", TOOLS_CHANGED, 1);
            client.awaitOn("7", TOOLS_CHANGED, 1);
            sandbox.lazymcp("disable", "fake");
            client.awaitOn("\"listen:0\"", TOOLS_CHANGED, 2);
            client.awaitOn("\"listen:0\"", "notifications/prompts/list_changed", 1);
            assertThat(client.call("echo", "{}").result().path("resultType").asText())
                    .isEqualTo("complete");
            sandbox.lazymcp("enable", "fake");
            client.awaitOn("\"listen:0\"", TOOLS_CHANGED, 3);
            client.call("die", "{}");
            client.awaitOn("7", "notifications/tools/list_changed", 3);
            client.call("grow", "{}");
            Frame grown = client.awaitOn("7", TOOLS_CHANGED, 4);
            assertThat(grown.spelled().get("params").get("_meta").raw())
                    .isEqualTo("{\"io.modelcontextprotocol/subscriptionId\":7}");
            assertThat(stub.notifications("notifications/prompts/list_changed"))
                    .allMatch(frame -> ModernSession.isOn(frame, "\"listen:0\""));
        }

        @Test
        void hearsOfTheResourcesThatItWatches(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ModernSession client = ModernSession.of(sandbox.stub("--modern").start());
            client.listen("1", "{\"resourceSubscriptions\":[\"fake://one\"]}");
            client.call("cwd", "{}");
            sandbox.back()
                    .await("server", 2)
                    .awaitReceived(
                            "the watch",
                            frame -> frame.isRequest("subscriptions/listen")
                                    && frame.text().contains("fake://one"));
            client.call("touch", "{\"uri\":\"fake://two\"}");
            client.call("touch", "{\"uri\":\"fake://one\"}");
            Frame updated = client.awaitOn("1", "notifications/resources/updated", 1);
            assertThat(updated.spelled().get("params").get("uri").text()).isEqualTo("fake://one");
        }

        @Test
        void endsAStreamAndHearsNoMoreOnIt(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            StubProcess stub = sandbox.stub("--modern").start();
            ModernSession client = ModernSession.of(stub);
            client.listen("1", "{\"toolsListChanged\":true}");
            client.listen("2", "{\"toolsListChanged\":true}");
            stub.cancel("1");
            client.call("cwd", "{}");
            client.awaitOn("2", TOOLS_CHANGED, 1);
            assertThat(stub.notifications(TOOLS_CHANGED)).noneMatch(frame -> ModernSession.isOn(frame, "1"));
            stub.end("TERM");
            stub.awaitExit();
            assertThat(stub.awaitResponse("2").spelled().get("result").raw())
                    .isEqualTo(
                            "{\"resultType\":\"complete\",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":2}}");
            assertThat(stub.answered("1")).isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"ping", "logging/setLevel", "resources/subscribe", "initialize"})
        void isRefusedWhatItsRevisionHasNot(String method, Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ModernSession client = ModernSession.of(sandbox.stub("--modern").start());
            client.request("tools/list", "");
            assertThat(client.request(method, "\"uri\":\"a:b\"").errorCode()).isEqualTo(-32601);
            // Of a client that begins anew, in the way of the earlier revisions.
            assertThat(client.stub()
                            .requestInitialize("2025-11-25", StubProcess.CLIENT, "{}")
                            .errorCode())
                    .isEqualTo(-32022);
        }

        @Test
        void hasToSayInEachRequestWhatItIs(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ModernSession client = ModernSession.of(sandbox.stub("--modern").start());
            StubProcess stub = client.stub();
            Frame unknown = stub.request("tools/list", "{\"_meta\":" + client.meta("2099-01-01", "") + "}");
            assertThat(unknown.errorCode()).isEqualTo(-32022);
            assertThat(unknown.json().at("/error/data/supported/0").asText()).isEqualTo("2026-07-28");
            assertThat(unknown.json().at("/error/data/requested").asText()).isEqualTo("2099-01-01");
            client.request("tools/list", "");
            assertThat(stub.request("tools/list", "{}").errorCode()).isEqualTo(-32602);
            assertThat(stub.request(
                                    "tools/list",
                                    "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}")
                            .errorCode())
                    .isEqualTo(-32602);
        }

        @Test
        void isToldByAResultThatTheServerIsLost(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ModernSession client = ModernSession.of(sandbox.stub("--modern").start());
            Frame lost = client.call("die", "{}");
            assertThat(lost.isToolError()).isTrue();
            assertThat(lost.result().path("resultType").asText()).isEqualTo("complete");
            assertThat(client.call("echo", "{}").toolText()).isEqualTo("{}");
        }
    }

    @Nested
    class AnOlderClientOfAModernServer {
        @Test
        void isServedAndTheSecondStartAsksInTheRightWayAtOnce(Sandbox sandbox) throws Exception {
            learn(sandbox, "--modern");
            ConnectBack.Peer first = sandbox.back().await("server");
            assertThat(first.received().getFirst().isRequest("initialize")).isTrue();
            assertThat(first.received().get(1).isRequest("server/discover")).isTrue();
            StubProcess stub = sandbox.stub("--modern").initialized();
            assertThat(stub.call("echo", "{\"a\":1.0}").toolText()).isEqualTo("{\"a\":1.0}");
            assertThat(sandbox.back().await("server", 2).received().getFirst().isRequest("server/discover"))
                    .isTrue();
            assertThat(stub.toolNames()).contains("echo", "want");
        }

        @Test
        void isAskedByRequestsForWhatTheServerWants(Sandbox sandbox) {
            StubProcess stub = sandbox.stub("--modern").initialized();
            String id = stub.ask(
                    "tools/call",
                    "{\"name\":\"want\",\"_meta\":{\"x\":1.0},\"arguments\":{\"rounds\":2,\"requests\":" + ELICITATION
                            + "}}");
            for (int round = 1; round <= 2; round++) {
                Frame asked = stub.await("question " + round, round, frame -> frame.isRequest("elicitation/create"));
                assertThat(asked.spelled().get("params").get("requestedSchema").raw())
                        .isEqualTo("{\"type\":\"object\",\"x\":1E400}");
                stub.answer(asked, "{\"action\":\"accept\",\"content\":{\"n\":" + round + ".0}}");
            }
            assertThat(stub.awaitResponse(id).toolText())
                    .isEqualTo("\"\\u0073tate 2\" {\"who\":{\"action\":\"accept\",\"content\":{\"n\":2.0}}}");
            Frame retried = sandbox.back()
                    .await("server")
                    .awaitReceived(
                            "the second try",
                            frame -> frame.isRequest("tools/call")
                                    && frame.text().contains("tate 1\""));
            assertThat(retried.spelled().get("params").get("_meta").get("x").raw())
                    .isEqualTo("1.0");
            assertThat(retried.spelled().get("id").raw()).isNotEqualTo(id);
        }

        @Test
        void getsTheErrorWithWhichItAnsweredItself(Sandbox sandbox) {
            StubProcess stub = sandbox.stub("--modern").initialized();
            String id = stub.askCall("want", "{\"requests\":" + ELICITATION + "}");
            Frame asked = stub.awaitRequest("elicitation/create");
            stub.send("{\"jsonrpc\":\"2.0\",\"id\":" + asked.spelled().get("id").raw()
                    + ",\"error\":{\"code\":-1,\"message\":\"nobody is here\"}}");
            assertThat(stub.awaitResponse(id).text()).contains("nobody is here");
        }

        @Test
        void isNotAskedWithoutEnd(Sandbox sandbox) {
            StubProcess stub = sandbox.stub("--modern").initialized();
            assertThat(stub.call("want", "{\"rounds\":100}").text()).contains("wants input for the 9th time");
        }

        @Test
        void hearsOfChangesAsEver(Sandbox sandbox) {
            StubProcess stub = sandbox.stub("--modern").active();
            stub.request("resources/subscribe", "{\"uri\":\"fake://one\"}");
            sandbox.back()
                    .await("server")
                    .awaitReceived(
                            "the watch",
                            frame -> frame.isRequest("subscriptions/listen")
                                    && frame.text().contains("fake://one"));
            stub.call("touch", "{\"uri\":\"fake://one\"}");
            Frame updated = stub.awaitNotification("notifications/resources/updated");
            assertThat(updated.text()).contains("fake://one").doesNotContain("subscriptionId");
            assertThat(stub.request("ping", "{}").result()).isEmpty();
            stub.request("logging/setLevel", "{\"level\":\"debug\"}");
            stub.call("cwd", "{}");
            Frame call = sandbox.back()
                    .await("server")
                    .awaitReceived("the level", frame -> frame.text().contains("logLevel"));
            assertThat(call.text()).contains("\"io.modelcontextprotocol/logLevel\":\"debug\"");
        }

        @Test
        void isServedByAServerThatIsNoLongerModern(Sandbox sandbox) throws Exception {
            java.nio.file.Path modern = sandbox.file("modern");
            java.nio.file.Files.createFile(modern);
            learn(sandbox, "--modern-while=" + modern);
            java.nio.file.Files.delete(modern);
            StubProcess stub = sandbox.stub("--modern-while=" + modern).initialized();
            assertThat(stub.call("echo", "{}").toolText()).isEqualTo("{}");
        }
    }

    @Nested
    class AModernClientOfAnOlderServer {
        @Test
        void isServedThoughItDoesNotProbe(Sandbox sandbox) {
            ModernSession client = ModernSession.of(sandbox.stub().start());
            Frame answer = client.call("echo", "{\"a\":1.0}");
            assertThat(answer.toolText()).isEqualTo("{\"a\":1.0}");
            assertThat(answer.result().path("resultType").asText()).isEqualTo("complete");
            SpelledJson said = sandbox.back()
                    .await("server")
                    .awaitRequest("initialize")
                    .spelled()
                    .get("params");
            assertThat(said.get("capabilities").raw()).isEqualTo(ModernSession.ALL);
            assertThat(said.get("clientInfo").raw()).isEqualTo("{\"name\":\"modern\",\"version\":\"1.0\"}");
            assertThat(client.request("tools/list", "").result().path("ttlMs").asInt(-1))
                    .isZero();
        }

        @Test
        void isAskedWithinAResultForWhatTheServerAsks(Sandbox sandbox) {
            ModernSession client = ModernSession.of(sandbox.stub().start());
            String call =
                    "{\"id\":\"7\",\"method\":\"elicitation/create\",\"params\":\"{\\\"message\\\":\\\"Who?\\\"}\"}";
            Frame wanted = client.call("ask", call.replace("\"7\"", "7"));
            assertThat(wanted.result().path("resultType").asText()).isEqualTo("input_required");
            String key = wanted.result().path("inputRequests").fieldNames().next();
            assertThat(wanted.result().path("inputRequests").path(key))
                    .hasToString("{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\"}}");
            String again = ",\"requestState\":"
                    + wanted.spelled().get("result").get("requestState").raw() + ",\"inputResponses\":{"
                    + SpelledJson.quote(key) + ":{\"action\":\"accept\",\"n\":1.0}}";
            Frame answer = client.request("tools/call", ModernSession.call("ask", call, again));
            assertThat(answer.toolText()).contains("\"result\":{\"action\":\"accept\",\"n\":1.0}");
            assertThat(sandbox.back().await("server").callsOf("ask")).isEqualTo(1);
        }

        @Test
        void isNotAskedForWhatItCannot(Sandbox sandbox) {
            ModernSession client = new ModernSession(sandbox.stub().start(), "{}");
            Frame answer = client.call("ask", "{\"id\":7,\"method\":\"sampling/createMessage\"}");
            assertThat(answer.toolText()).contains("does not support sampling/createMessage");
        }

        @Test
        void isToldWhenItProbesThatThereIsNoSuchMethod(Sandbox sandbox) throws Exception {
            learn(sandbox);
            ModernSession client = ModernSession.of(sandbox.stub().start());
            assertThat(client.request("server/discover", "").errorCode()).isEqualTo(-32601);
        }

        @Test
        void hearsOfChangesOnItsStreams(Sandbox sandbox) throws Exception {
            learn(sandbox);
            ModernSession client = ModernSession.of(sandbox.stub().start());
            client.listen("1", "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"fake://one\"]}");
            client.call("grow", "{}");
            client.awaitOn("1", TOOLS_CHANGED, 1);
            client.call("touch", "{\"uri\":\"fake://one\"}");
            client.awaitOn("1", "notifications/resources/updated", 1);
        }
    }
}
