package dev.lazymcp.upstream.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameReader.Line;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EraServerTest {
    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{"x":1.0},"clientInfo":{"name":"c","version":"1"}}}""";
    private static final String META = """
            "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"x":1.0},\
            "io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}""";
    private static final String DISCOVER = """
            {"jsonrpc":"2.0","id":"lz-e:discover","method":"server/discover","params":{"_meta":{%s}}}""".formatted(META);
    private static final String DISCOVERED = """
            {"jsonrpc":"2.0","id":"lz-e:discover","result":{"resultType":"complete","supportedVersions":["2026-07-28"],\
            "capabilities":{"tools":{"listChanged":true}},"instructions":"Be kind.",\
            "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"2"}}}}""";
    private static final String REFUSED = """
            {"jsonrpc":"2.0","id":"a","error":{"code":-32022,"message":"no"}}""";

    private final List<String> sent = new ArrayList<>();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final List<String> logged = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private UpstreamListener ear;

    @Test
    void whatAnOlderServerSaysPassesAsItIs() throws Exception {
        EraServer server = start(false);
        say(server, INITIALIZE);
        hear("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
        assertThat(next()).contains("2025-11-25");
        say(server, "[not read]");
        hear("[nor this]");
        assertThat(next()).isEqualTo("[nor this]");
        assertThat(sent).containsExactly(INITIALIZE, "[not read]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":-32022,\"message\":\"no\"}",
                "{\"code\":-32020,\"message\":\"no\"}",
                "{\"code\":-32601,\"message\":\"no such method\"}",
                "{\"code\":-32602,\"message\":\"_meta is missing\"}",
                "{\"code\":-32600,\"message\":\"no\",\"data\":{\"supported\":[\"2026-07-28\"]}}"
            })
    void aServerThatRefusesAsALaterOneDoesIsAskedInItsWay(String error) throws Exception {
        EraServer server = start(false);
        say(server, INITIALIZE);
        hear("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":" + error + "}");
        hear(DISCOVERED);
        assertThat(next())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"protocolVersion\":\"2026-07-28\","
                        + "\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"2\"},\"instructions\":\"Be kind.\"}}");
        assertThat(sent).containsExactly(INITIALIZE, DISCOVER);
    }

    @Test
    void anyOtherRefusalIsTheLastWord() throws Exception {
        EraServer server = start(false);
        say(server, INITIALIZE);
        String refusal = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32603,\"message\":\"no database\"}}";
        hear(refusal);
        assertThat(next()).isEqualTo(refusal);
        assertThat(sent).containsExactly(INITIALIZE);
    }

    @Test
    void aServerThatRefusesBothIsToldByItsFirstRefusal() throws Exception {
        EraServer server = start(false);
        say(server, INITIALIZE);
        hear(REFUSED);
        hear("{\"jsonrpc\":\"2.0\",\"id\":\"lz-e:discover\",\"error\":{\"code\":-32601,\"message\":\"nor this\"}}");
        assertThat(next()).isEqualTo(REFUSED);
    }

    @Test
    void aServerThatIsKnownIsNotAskedInTheOldWay() throws Exception {
        EraServer server = start(true);
        say(server, INITIALIZE);
        hear(DISCOVERED);
        assertThat(next()).contains("2026-07-28");
        assertThat(sent).containsExactly(DISCOVER);
    }

    @Test
    void oneThatIsNoLongerWhatItWasIsAskedInTheOldWay() throws Exception {
        EraServer server = start(true);
        say(server, INITIALIZE);
        hear("{\"jsonrpc\":\"2.0\",\"id\":\"lz-e:discover\",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
        hear("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
        assertThat(next()).contains("2025-11-25");
        assertThat(sent).containsExactly(DISCOVER, INITIALIZE);
    }

    @Test
    void oneThatRefusesTheRevisionThatItSpeaksIsAskedOnceMore() throws Exception {
        EraServer server = start(true);
        say(server, INITIALIZE);
        String refusal = "{\"jsonrpc\":\"2.0\",\"id\":\"lz-e:discover\",\"error\":{\"code\":-32022,"
                + "\"message\":\"no\",\"data\":{\"supported\":[\"2026-07-28\"]}}}";
        hear(refusal);
        hear(refusal);
        hear("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
        assertThat(next()).contains("2025-11-25");
        assertThat(sent).containsExactly(DISCOVER, DISCOVER, INITIALIZE);
    }

    @Test
    void aServerOfRevisionsThatNobodyKnowsIsRefusedByTheirNames() throws Exception {
        EraServer server = start(true);
        say(server, INITIALIZE);
        hear(DISCOVERED.replace("[\"2026-07-28\"]", "[\"2031-01-01\"]"));
        assertThat(next()).contains("\"id\":\"a\",\"error\"").contains("2031-01-01");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'id':1,'method':'tools/list'} | {'id':1,'params':{'_meta':{META}},'method':'tools/list'}",
                "{'id':1,'method':'m','params':{}} | {'id':1,'method':'m','params':{'_meta':{META}}}",
                "{'id':1,'method':'m','params':{'a':1.0}} | {'id':1,'method':'m','params':{'_meta':{META},'a':1.0}}",
                "{'id':1,'method':'m','params':{'_meta':{}}} | {'id':1,'method':'m','params':{'_meta':{META}}}",
                "{'id':1,'method':'m','params':{'b':2,'_meta':{'x':1}}}"
                        + " | {'id':1,'method':'m','params':{'b':2,'_meta':{META,'x':1}}}",
                "{'id':1,'method':'m','params':{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}}"
                        + " | {'id':1,'method':'m','params':{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}}"
            })
    void eachRequestSaysWhatTheClientIs(String request, String expected) throws Exception {
        EraServer server = modern();
        say(server, frame(request));
        assertThat(sent.getLast()).isEqualTo(frame(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"})
    void whatTheLaterRevisionHasNotIsAnsweredInItsPlace(String method) throws Exception {
        EraServer server = modern();
        say(server, frame("{'id':'p','method':'" + method + "','params':{'level':'info','uri':'a:b'}}"));
        assertThat(next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");
        assertThat(sent).containsExactly(DISCOVER);
    }

    @Test
    void aResultThatWantsInputBecomesRequestsAndTheRetryIsOneOfItsOwn() throws Exception {
        EraServer server = modern();
        say(server, frame("{'id':5,'method':'tools/call','params':{'name':'t'}}"));
        hear(
                frame(
                        "{'id':5,'result':{'resultType':'input_required','requestState':'\\u0041',"
                                + "'inputRequests':{'a':{'method':'roots/list'},'b':{'method':'elicitation/create','params':{'n':1.0}}}}}"));
        assertThat(next()).isEqualTo(frame("{'id':'lz-i:1','method':'roots/list','params':{}}"));
        assertThat(next()).isEqualTo(frame("{'id':'lz-i:2','method':'elicitation/create','params':{'n':1.0}}"));
        say(server, frame("{'id':'lz-i:2','result':{'two':2.0}}"));
        int before = sent.size();
        say(server, frame("{'id':'lz-i:1','result':{'one':1}}"));
        assertThat(sent).hasSize(before + 1);
        assertThat(sent.getLast())
                .isEqualTo(frame("{'id':'lz-r:3','method':'tools/call','params':{'_meta':{META},'inputResponses':"
                        + "{'b':{'two':2.0},'a':{'one':1}},'requestState':'\\u0041','name':'t'}}"));
        say(server, frame("{'method':'notifications/cancelled','params':{'requestId':5}}"));
        assertThat(sent.getLast())
                .isEqualTo(frame("{'method':'notifications/cancelled','params':{'requestId':'lz-r:3'}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'lz-i:1','error':{'code':-1,'message':'nobody'}}",
                "{'method':'notifications/cancelled','params':{'requestId':5}}"
            })
    void whatACallThatIsOverStillAskedIsWithdrawn(String end) throws Exception {
        EraServer server = modern();
        say(server, frame("{'id':5,'method':'tools/call','params':{'name':'t'}}"));
        hear(frame("{'id':5,'result':{'resultType':'input_required','inputRequests':"
                + "{'a':{'method':'roots/list'},'b':{'method':'roots/list'},'c':{'method':'roots/list'}}}}"));
        for (int question = 1; question <= 3; question++) {
            assertThat(next()).contains("lz-i:" + question);
        }
        say(server, frame("{'id':'lz-i:2','result':{}}"));
        say(server, frame(end));
        boolean answered = end.contains("error");
        List<String> last = new ArrayList<>();
        for (int more = 2; more > 0; more--) {
            last.add(next());
        }
        String withdrawn =
                "{'method':'notifications/cancelled','params':{'requestId':'lz-i:%d','reason':'its call is over'}}";
        assertThat(last)
                .containsExactlyInAnyOrder(
                        answered
                                ? frame("{'id':5,'error':{'code':-1,'message':'nobody'}}")
                                : frame(withdrawn.formatted(1)),
                        frame(withdrawn.formatted(3)));
        say(server, frame("{'id':'lz-i:3','result':{}}"));
        assertThat(sent).noneMatch(line -> line.contains("lz-r:"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'method':'roots/list','params':5} | with params that are no object",
                "{'method':'roots/list','params':null} | with params that are no object",
                "{'method':'tools/list'} | unknown kind"
            })
    void anInputThatNobodyCanBeAskedForIsAnErrorOfItsCall(String input, String words) throws Exception {
        EraServer server = modern();
        say(server, frame("{'id':5,'method':'tools/call','params':{'name':'t'}}"));
        hear(frame("{'id':5,'result':{'resultType':'input_required','inputRequests':{'k':" + input + "}}}"));
        assertThat(heard)
                .singleElement()
                .asString()
                .contains("\"id\":5,\"error\"")
                .contains(words);
    }

    @ParameterizedTest
    @CsvSource({"32, true", "33, false"})
    void aResultThatWantsTooMuchIsAnErrorOfItsCall(int inputs, boolean asked) throws Exception {
        EraServer server = modern();
        say(server, frame("{'id':5,'method':'tools/call','params':{'name':'t'}}"));
        String wanted = IntStream.range(0, inputs)
                .mapToObj(key -> "'" + key + "':{'method':'roots/list'}")
                .collect(Collectors.joining(","));
        hear(frame("{'id':5,'result':{'resultType':'input_required','inputRequests':{" + wanted + "}}}"));
        if (asked) {
            assertThat(heard).hasSize(inputs).allMatch(line -> line.contains("roots/list"));
        } else {
            assertThat(heard)
                    .singleElement()
                    .asString()
                    .contains("\"id\":5,\"error\"")
                    .contains("the server wants 33 inputs at once");
        }
    }

    @Test
    void theAnswerToARetryIsThatToTheRequest() throws Exception {
        EraServer server = modern();
        say(server, frame("{'id':5,'method':'prompts/get','params':{'name':'t'}}"));
        hear(frame("{'id':5,'result':{'resultType':'input_required','requestState':'s'}}"));
        hear(frame("{'id':'lz-r:1','result':{'resultType':'complete','x':1E400}}"));
        assertThat(next()).isEqualTo(frame("{'id':5,'result':{'resultType':'complete','x':1E400}}"));
    }

    @Test
    void oneStreamIsListenedToAndAnotherTakesItsPlaceWithoutAGap() throws Exception {
        EraServer server = modern();
        say(server, frame("{'method':'notifications/initialized'}"));
        assertThat(sent.getLast()).contains("lz-l:1").contains("\"notifications\":{\"toolsListChanged\":true}");
        say(server, frame("{'id':'s','method':'resources/subscribe','params':{'uri':'a:b'}}"));
        assertThat(sent.getLast()).contains("lz-l:2").contains("\"resourceSubscriptions\":[\"a:b\"]");
        String change = "{'method':'notifications/tools/list_changed','params':{'_meta':"
                + "{'io.modelcontextprotocol/subscriptionId':'lz-l:%d','x':1}}}";
        next();
        hear(frame(change.formatted(1)));
        assertThat(next()).isEqualTo(frame("{'method':'notifications/tools/list_changed','params':{'_meta':{'x':1}}}"));
        hear(frame("{'method':'notifications/subscriptions/acknowledged','params':{'_meta':"
                + "{'io.modelcontextprotocol/subscriptionId':'lz-l:2'}}}"));
        assertThat(sent.getLast())
                .isEqualTo(frame("{'method':'notifications/cancelled','params':{'requestId':'lz-l:1'}}"));
        hear(frame(change.formatted(1)));
        hear(frame(change.formatted(2)));
        assertThat(next()).contains("list_changed");
        assertThat(heard).isEmpty();
    }

    @Test
    void aRequestOfTheServerIsNotPassedOn() throws Exception {
        modern();
        hear(frame("{'id':1,'method':'roots/list'}"));
        assertThat(heard).isEmpty();
        assertThat(logged).singleElement().asString().contains("roots/list");
    }

    private EraServer modern() throws Exception {
        EraServer server = start(true);
        say(server, INITIALIZE);
        hear(DISCOVERED);
        next();
        return server;
    }

    private static String frame(String shown) {
        return shown.strip()
                .replace("META", META)
                .replace("{'id'", "{'jsonrpc':'2.0','id'")
                .replace("{'method':'notif", "{'jsonrpc':'2.0','method':'notif")
                .replace('\'', '"');
    }

    private EraServer start(boolean knownModern) throws StartFailure {
        UpstreamListener listener = new UpstreamListener() {
            @Override
            public void received(FrameReader.Read read) {
                if (read instanceof Line(Frame frame)) {
                    heard.add(frame.toString());
                }
            }

            @Override
            public void unanswered(Frame rawId, String reason) {
                heard.add("unanswered " + rawId);
            }

            @Override
            public void ended(Exit exit) {
                heard.add("ended");
            }
        };
        return EraServer.start(
                heard -> {
                    ear = heard;
                    return new Wire();
                },
                listener,
                knownModern,
                logged::add);
    }

    private static void say(EraServer server, String frame) {
        server.send(Frame.of(frame));
    }

    private void hear(String frame) {
        ear.received(new Line(Frame.of(frame)));
    }

    private String next() throws InterruptedException {
        String next = heard.poll(30, TimeUnit.SECONDS);
        assertThat(next).as("something heard").isNotNull();
        return String.valueOf(next);
    }

    /** Keeps what is sent. */
    private final class Wire implements Upstream {
        @Override
        public void send(Frame frame) {
            sent.add(frame.toString());
        }

        @Override
        public boolean hasWaiting() {
            return false;
        }

        @Override
        public void flush() {}

        @Override
        public boolean stop(StopPace pace) {
            return true;
        }

        @Override
        public String stderrTail() {
            return "";
        }

        @Override
        public Optional<Long> pid() {
            return Optional.empty();
        }
    }
}
