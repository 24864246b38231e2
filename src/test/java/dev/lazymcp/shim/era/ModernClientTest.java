package dev.lazymcp.shim.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModernClientTest {
    private static final String META = """
            {"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}""";

    private final List<String> taken = new ArrayList<>();
    private final List<String> written = new ArrayList<>();
    private final ModernClient client = new ModernClient(new Core() {
        @Override
        public void take(Message message) {
            taken.add(message.frame().toString());
        }

        @Override
        public Frame introduction() {
            return Frame.of(text("{'protocolVersion':'2025-11-25','capabilities':{'tools':{'listChanged':true},"
                    + "'resources':{'subscribe':true}},'serverInfo':{'name':'s','version':'1'},'instructions':'I'}"));
        }

        @Override
        public void hears() {
            taken.add("hears");
        }

        @Override
        public void write(Frame frame) {
            written.add(frame.toString());
        }

        @Override
        public void log(String line) {
            taken.add("log");
        }
    });

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tools/call | {} | {'resultType':'complete'}",
                "tools/call | {'a':1E400} | {'resultType':'complete','a':1E400}",
                "tools/call | {'resultType':'input_required'} | {'resultType':'input_required'}",
                "tools/list | {'tools':[]} | {'resultType':'complete','ttlMs':0,'cacheScope':'private','tools':[]}",
                "tools/list | {'ttlMs':9,'cacheScope':'public','resultType':'complete','tools':[]}"
                        + " | {'ttlMs':9,'cacheScope':'public','resultType':'complete','tools':[]}",
                "resources/read | {'resultType':'input_required'} | {'resultType':'input_required'}"
            })
    void resultsGetWhatTheyLackAndKeepWhatTheyHave(String method, String result, String expected) {
        ask(1, method, "");
        client.tellClient(Frame.of(text("{'jsonrpc':'2.0','id':1,'result':" + result + "}")));
        assertThat(written).containsExactly(text("{'jsonrpc':'2.0','id':1,'result':" + expected + "}"));
    }

    @Test
    void errorsPassAsTheyAre() {
        ask(1, "resources/read", "");
        String error = text("{'jsonrpc':'2.0','id':1,'error':{'code':-32002,'message':'m','data':{'x':1.0}}}");
        client.tellClient(Frame.of(error));
        assertThat(written).containsExactly(error);
    }

    @Test
    void aStreamIsAcknowledgedForWhatIsOfferedOfIt() {
        ask(
                "'listen:0'",
                "subscriptions/listen",
                "'notifications':{'toolsListChanged':true,'promptsListChanged':true,"
                        + "'resourceSubscriptions':['a:b']},");
        assertThat(written)
                .containsExactly(text("{'jsonrpc':'2.0','method':'notifications/subscriptions/acknowledged','params':"
                        + "{'_meta':{'io.modelcontextprotocol/subscriptionId':'listen:0'},'notifications':"
                        + "{'toolsListChanged':true,'resourceSubscriptions':['a:b']}}}"));
        assertThat(taken)
                .containsExactly(
                        text("{'jsonrpc':'2.0','id':'lz-c:1','method':'resources/subscribe','params':{'uri':'a:b'}}"),
                        "hears");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'method':'notifications/tools/list_changed'} | 1",
                "{'method':'notifications/tools/list_changed','params':{}} | 1",
                "{'method':'notifications/prompts/list_changed'} | 0",
                "{'method':'notifications/resources/updated','params':{'uri':'a:b'}} | 1",
                "{'method':'notifications/resources/updated','params':{'_meta':{'x':1},'uri':'a:b/c'}} | 1",
                "{'method':'notifications/resources/updated','params':{'uri':'a:bc'}} | 0",
                "{'method':'notifications/message','params':{}} | 0",
                "{'method':'notifications/elicitation/complete','params':{}} | 0"
            })
    void aStreamGetsWhatItIsForAndItsStamp(String notification, int times) {
        ask(
                3,
                "subscriptions/listen",
                "'notifications':{'toolsListChanged':true,'promptsListChanged':true,"
                        + "'resourceSubscriptions':['a:b']},");
        written.clear();
        client.tellClient(Frame.of(text(notification.replace("{'method'", "{'jsonrpc':'2.0','method'"))));
        assertThat(written).hasSize(times).allMatch(line -> line.contains("subscriptionId\":3"));
        assertThat(written).allMatch(line -> Message.read(Frame.of(line)) instanceof Message.Notification);
    }

    @Test
    void logsPassWhileARequestAsksForThem() {
        String log = text("{'jsonrpc':'2.0','method':'notifications/message','params':{'level':'info'}}");
        String params = META.substring(0, META.length() - 1) + text(",'io.modelcontextprotocol/logLevel':'info'}");
        client.received(Message.read(
                Frame.of(text("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'_meta':") + params + "}}")));
        client.tellClient(Frame.of(log));
        client.tellClient(Frame.of(text("{'jsonrpc':'2.0','id':1,'result':{}}")));
        client.tellClient(Frame.of(log));
        assertThat(written).hasSize(2).first().isEqualTo(log);
        assertThat(taken.getFirst()).contains("logging/setLevel").contains("info");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "logging/setLevel", "resources/subscribe", "tasks/result", "initialize"})
    void whatTheRevisionHasNotGoesNowhere(String method) {
        ask(1, method, "");
        assertThat(taken).isEmpty();
        assertThat(written).singleElement().asString().contains("\"error\"");
    }

    @Test
    void aRequestThatWasSentAgainIsCancelledUnderItsFirstId() {
        ask(1, "tools/call", "");
        client.tellClient(
                Frame.of(text("{'jsonrpc':'2.0','id':'lz-s:1:1','method':'elicitation/create','params':{}}")));
        assertThat(written.getFirst())
                .isEqualTo(text("{'jsonrpc':'2.0','id':1,'result':{'resultType':'input_required','inputRequests':"
                        + "{'input-2':{'method':'elicitation/create','params':{}}},'requestState':'lz-p:1'}}"));
        ask("'two'", "tools/call", "'requestState':'lz-p:1','inputResponses':{'input-2':{'action':'accept'}},");
        assertThat(taken.getLast()).isEqualTo(text("{'jsonrpc':'2.0','id':'lz-s:1:1','result':{'action':'accept'}}"));
        client.received(Message.read(
                Frame.of(text("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'two'}}"))));
        assertThat(taken.getLast())
                .isEqualTo(text("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}"));
    }

    @Test
    void anAnswerThatComesBeforeTheInputIsKept() {
        ask(1, "tools/call", "");
        client.tellClient(
                Frame.of(text("{'jsonrpc':'2.0','id':'lz-s:1:1','method':'elicitation/create','params':{}}")));
        client.tellClient(Frame.of(text("{'jsonrpc':'2.0','id':1,'result':{'late':1}}")));
        assertThat(written).hasSize(1);
        ask(2, "tools/call", "'requestState':'lz-p:1','inputResponses':{'input-2':{}},");
        assertThat(written.getLast())
                .isEqualTo(text("{'jsonrpc':'2.0','id':2,'result':{'resultType':'complete','late':1}}"));
    }

    @Test
    void whatTheServerAskedForACallThatIsOverIsRefused() {
        ask(1, "tools/call", "");
        question(1);
        ask(2, "tools/call", "");
        answer(1);
        assertThat(taken).noneMatch(line -> line.contains("error"));
        answer(2);
        ask(3, "tools/call", "");
        question(2);
        answer(3);
        assertThat(taken.getLast())
                .isEqualTo(text("{'jsonrpc':'2.0','id':'lz-s:1:2','error':{'code':-32603,"
                        + "'message':'the request that this was asked for is over'}}"));
    }

    @Test
    void aClientThatDoesNotComeBackIsStillAsked() {
        for (int call = 1; call <= 101; call++) {
            ask(call, "tools/call", "");
            question(call);
        }
        assertThat(written).hasSize(101).allMatch(line -> line.contains("input_required"));
        assertThat(taken.subList(101, taken.size()))
                .containsExactly(
                        text("{'jsonrpc':'2.0','id':'lz-s:1:1','error':{'code':-32603,"
                                + "'message':'the client did not come back with an answer'}}"),
                        text("{'jsonrpc':'2.0','method':'notifications/cancelled','params':"
                                + "{'requestId':1,'reason':'the client did not come back with its input'}}"));
    }

    @Test
    void whatIsAnsweredIsGivenUpBeforeWhatIsNot() {
        for (int call = 1; call <= 100; call++) {
            ask(call, "tools/call", "");
            question(call);
        }
        answer(50);
        ask(101, "tools/call", "");
        question(101);
        assertThat(taken.subList(101, taken.size())).singleElement().asString().contains("\"lz-s:1:50\",\"error\"");
    }

    private void question(int number) {
        client.tellClient(Frame.of(
                text("{'jsonrpc':'2.0','id':'lz-s:1:" + number + "','method':'elicitation/create','params':{}}")));
    }

    private void answer(int id) {
        client.tellClient(Frame.of(text("{'jsonrpc':'2.0','id':" + id + ",'result':{}}")));
    }

    @Test
    void aStateThatIsNotOursIsTheServers() {
        ask(1, "tools/call", "'requestState':'of the server',");
        assertThat(taken).singleElement().asString().contains("of the server");
        ask(2, "tools/call", "'requestState':'lz-p:77',");
        assertThat(written).singleElement().asString().contains("-32602");
    }

    private void ask(Object id, String method, String params) {
        client.received(Message.read(Frame.of(
                text("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':{" + params + "'_meta':")
                        + META + "}}")));
    }

    private static String text(String shown) {
        return shown.strip().replace('\'', '"');
    }
}
