package dev.lazymcp.upstream.http.auth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackListenerTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private LoopbackListener listener;
    private final List<Socket> connections = new ArrayList<>();

    @BeforeEach
    void open() throws SignInFailure {
        listener = LoopbackListener.open(Optional.empty(), "c");
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }

    private Socket connect() throws IOException {
        Socket connection =
                new Socket(InetAddress.getLoopbackAddress(), listener.redirect().getPort());
        connections.add(connection);
        return connection;
    }

    /** What is answered to {@code request}. */
    private String say(String request) throws IOException {
        Socket connection = connect();
        connection.getOutputStream().write(request.getBytes(ISO_8859_1));
        connection.shutdownOutput();
        return new String(connection.getInputStream().readAllBytes(), ISO_8859_1);
    }

    @Test
    void theBrowserThatComesBackIsThankedAndItsQueryTaken() throws Exception {
        assertThat(say("GET /callback?code=a%20b&state=c HTTP/1.1\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK")
                .contains("Referrer-Policy: no-referrer")
                .doesNotContain("a%20b");
        assertThat(listener.await(LONG)).isEqualTo("code=a%20b&state=c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /favicon.ico HTTP/1.1\r\n\r\n",
                "GET /callback HTTP/1.1\r\n\r\n",
                "GET /callback/?code=x&state=c HTTP/1.1\r\n\r\n",
                "POST /callback?code=x&state=c HTTP/1.1\r\n\r\n",
                "GET http://evil/callback?code=x&state=c HTTP/1.1\r\n\r\n",
                "GET /callback?code=x&state=c HTTP/2\r\n\r\n",
                "GET /callback?code=x&state=c HTTP/1.1\r\n",
                "\u0016\u0003\u0001 garbage \r\n\r\n",
                "\r\n\r\n",
                ""
            })
    void whatElseComesIsSentAwayAndTheWaitGoesOn(String request) throws Exception {
        assertThat(say(request)).startsWith("HTTP/1.1 404");
        say("GET /callback?code=right&state=c HTTP/1.1\r\n\r\n");
        assertThat(listener.await(LONG)).isEqualTo("code=right&state=c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x=1", "", "code=x", "code=x&state=d", "code=x&state=", "code=x&state=d&state=c", "state=c&x=%zz"
            })
    void anAnswerToAnotherQuestionIsToldSoAndTheWaitGoesOn(String query) throws Exception {
        assertThat(say("GET /callback?" + query + " HTTP/1.1\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("(state)");
        say("GET /callback?code=right&state=c HTTP/1.1\r\n\r\n");
        assertThat(listener.await(LONG)).isEqualTo("code=right&state=c");
    }

    @Test
    void whoSaysNothingKeepsNobodyElseOut() throws Exception {
        for (int i = 0; i < 5; i++) {
            connect().getOutputStream().write('G');
        }
        say("GET /callback?code=right&state=c HTTP/1.1\r\n\r\n");
        assertThat(listener.await(LONG)).isEqualTo("code=right&state=c");
    }

    @Test
    void aRequestWithoutEndIsNotReadToIt() throws Exception {
        Socket endless = connect();
        endless.getOutputStream().write(("GET /callback?code=" + "x".repeat(16_384)).getBytes(ISO_8859_1));
        assertThat(new String(endless.getInputStream().readAllBytes(), ISO_8859_1))
                .startsWith("HTTP/1.1 404");
        say("GET /callback?code=right&state=c HTTP/1.1\r\n\r\n");
        assertThat(listener.await(LONG)).isEqualTo("code=right&state=c");
    }

    @Test
    void thePortOfAClientIdIsTaken() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            URI taken = URI.create("http://localhost:" + free.getLocalPort() + "/back");
            assertThatThrownBy(() -> LoopbackListener.open(Optional.of(taken), "c"))
                    .isInstanceOf(SignInFailure.class)
                    .hasMessageContaining("port " + free.getLocalPort());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost:8080/x",
                "http://evil.example:8080/x",
                "http://localhost/x",
                "http://localhost:65536/x",
                "about:x"
            })
    void anAddressOfAnotherMachineIsRefused(String redirect) {
        assertThatThrownBy(() -> LoopbackListener.open(Optional.of(URI.create(redirect)), "c"))
                .isInstanceOf(SignInFailure.class)
                .hasMessageContaining("of this machine");
    }
}
