package dev.lazymcp.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader.Read;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.upstream.Delivery;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.UpstreamListener;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Connections that vanish without a word: nothing comes any more, and nothing says so. */
class SilenceTest {
    private static final Duration SILENCE = Duration.ofMillis(200);
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}";

    private final Heard heard = new Heard(new LinkedBlockingQueue<>());
    private final Delivery delivery = new Delivery(heard);
    private final WireLog log = new WireLog(_ -> {}, "");

    private record Heard(BlockingQueue<String> all) implements UpstreamListener {
        @Override
        public void received(Read read) {
            all.add(read.toString());
        }

        @Override
        public void unanswered(Frame rawId, String reason) {
            all.add("unanswered " + reason);
        }

        @Override
        public void ended(Exit exit) {
            all.add(exit.toString());
        }
    }

    private static HttpLink link(URI url) throws StartFailure {
        Remote remote =
                new Remote(url.toString(), Remote.Transport.HTTP, List.of(), Optional.empty(), Optional.empty());
        return HttpLink.to(url, remote, Map.of(), Path.of(""));
    }

    @Test
    void theStreamOfWhatIsSaidUnaskedIsAskedForAgainBehindItsLastEvent() throws Exception {
        try (PlainServer server = new PlainServer(
                        PlainServer.STREAM + "id: 5\ndata: {\"a\":1}\n\n",
                        "HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                        PlainServer.STREAM + "data: {\"a\":2}\n\n");
                HttpLink link = link(server.url())) {
            HttpSession session = new HttpSession(server.url(), delivery, log);
            log.fork("listen", new ServerStream(link, session, delivery, log, SILENCE)::run);
            assertThat(heard.all.take()).contains("{\"a\":1}");
            assertThat(server.await()).doesNotContain("Last-Event-ID");
            assertThat(server.await()).contains("Last-Event-ID: 5");
            assertThat(server.await()).contains("Last-Event-ID: 5");
            assertThat(heard.all.take()).contains("{\"a\":2}");
            session.close();
        }
    }

    @Test
    void anAnswerIsAskedForBesideItsSilentStreamWhereTheServerGaveAnId() throws Exception {
        try (PlainServer server = new PlainServer(
                        PlainServer.STREAM + "id: e1\ndata:\n\n", PlainServer.STREAM + "data: " + ANSWER + "\n\n");
                HttpLink link = link(server.url())) {
            assertThat(answer(server, link)).isTrue();
            assertThat(server.await()).startsWith("POST");
            assertThat(server.await()).startsWith("GET").contains("Last-Event-ID: e1");
        }
    }

    private boolean answer(PlainServer server, HttpLink link) throws Trouble {
        HttpSession session = new HttpSession(server.url(), delivery, log);
        HttpLink.Answer first = link.exchange("POST", server.url(), Map.of(), Frame.of("{}"), Duration.ZERO);
        return new AnswerStream(
                        link, session, new Id.Whole(7), read -> Settled.by(read, new Id.Whole(7)), true, SILENCE)
                .read(first);
    }

    @Test
    void aServerOfTheFirstRevisionThatDoesNotAnswerAPingOnItsStreamIsGone() throws Exception {
        try (PlainServer server = new PlainServer(
                        PlainServer.STREAM + "event: endpoint\ndata: /post\n\n",
                        "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                        "HTTP/1.1 404 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                HttpLink link = link(server.url())) {
            SseWire wire = new SseWire(server.url(), link, delivery, log, "", SILENCE);
            wire.send(dev.lazymcp.rpc.Message.read(Frame.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")));
            assertThat(server.await()).startsWith("GET /mcp");
            assertThat(server.await()).startsWith("POST /post").contains("notifications/x");
            assertThat(server.await()).startsWith("POST /post").contains("\"method\":\"ping\"");
            assertThat(heard.all.take()).contains("was silent on its event stream", "HTTP 404");
        }
    }

    @Test
    void aWebSocketThatLeavesAPingUnansweredIsGone() throws Exception {
        try (DeafSocket server = new DeafSocket();
                HttpLink link = link(server.url())) {
            WebSocketWire wire = new WebSocketWire(server.url(), link, delivery, log, SILENCE);
            wire.send(dev.lazymcp.rpc.Message.read(Frame.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")));
            assertThat(server.frames()).startsWith(0x1, 0x9);
            assertThat(heard.all.take()).contains("was silent, and did not answer a ping");
        }
    }
}
