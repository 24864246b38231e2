package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.http.auth.Challenge;
import dev.lazymcp.upstream.http.auth.Web;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Requests to authorization servers, through the proxies and with the certificates that the server's own requests have. */
public final class SignInWeb implements Web {
    private static final Duration HEADERS = Duration.ofSeconds(20);
    private static final Duration BODY = Duration.ofSeconds(10);
    private static final int LONGEST = 256 * 1024;
    private static final int MOST_REDIRECTS = 3;
    private static final String SESSION = "Mcp-Session-Id";
    private static final String REVISION = "2025-11-25";
    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"" + REVISION + "\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"lazymcp\",\"version\":\"0\"}}}";

    private final Remote remote;
    private final Map<String, String> environment;
    private final Path directory;
    private final Map<String, HttpClient> clients = new HashMap<>();

    /**
     * Requests for who signs in to {@code remote}; nothing is connected yet.
     *
     * @param environment where proxies, certificates and the values of headers come from
     * @param directory where a headers helper runs
     */
    public SignInWeb(Remote remote, Map<String, String> environment, Path directory) {
        this.remote = remote;
        this.environment = environment;
        this.directory = directory;
    }

    @Override
    public Reply get(URI target) throws IOException {
        URI at = target;
        for (int redirects = 0; ; redirects++) {
            HttpResponse<Body> response =
                    send(HttpRequest.newBuilder(at).header("Accept", "application/json"), Optional.empty());
            Optional<String> location = response.headers().firstValue("Location");
            if (response.statusCode() / 100 != 3 || location.isEmpty()) {
                return reply(response);
            }
            response.body().close();
            URI next = resolved(at, location.get());
            if (!Origins.same(target, next) || redirects == MOST_REDIRECTS) {
                return new Reply(response.statusCode(), "");
            }
            at = next;
        }
    }

    @Override
    public Reply post(URI target, String mediaType, String body, Map<String, String> headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
                .header("Accept", "application/json")
                .header("Content-Type", mediaType);
        headers.forEach(request::setHeader);
        return reply(send(request, Optional.of(body)));
    }

    /** Asks as a client of Streamable HTTP, then as one of HTTP+SSE where it does not know that. A session is given back. */
    @Override
    public Knock knock(URI server) throws IOException {
        HttpResponse<Body> response = send(
                known(server)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream"),
                Optional.of(INITIALIZE));
        response.body().close();
        int status = response.statusCode();
        if (status == 400 || status == 404 || status == 405) {
            response = send(known(server).header("Accept", "text/event-stream"), Optional.empty());
            response.body().close();
        }
        if (status / 100 == 2) {
            response = ask(server, response.headers().firstValue(SESSION));
        }
        boolean refused = response.statusCode() == 401 || response.statusCode() == 403;
        return new Knock(refused, Challenge.of(response.headers().allValues("WWW-Authenticate")));
    }

    /** Some servers greet everybody, and refuse what comes after that. */
    private HttpResponse<Body> ask(URI server, Optional<String> session) throws IOException {
        HttpRequest.Builder list = known(server)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", REVISION);
        session.ifPresent(id -> list.header(SESSION, id));
        HttpResponse<Body> response = send(list, Optional.of(LIST));
        response.body().close();
        if (session.isPresent()) {
            send(known(server).header(SESSION, session.get()).DELETE(), Optional.empty())
                    .body()
                    .close();
        }
        return response;
    }

    /** With the headers that are configured for the server: a gateway in front of it may want them. */
    private HttpRequest.Builder known(URI server) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server);
        try {
            RequestHeaders.of(remote, environment, directory).current().forEach(request::setHeader);
        } catch (StartFailure e) {
            throw new IOException("cannot be asked. " + e.getMessage(), e);
        }
        return request;
    }

    private HttpResponse<Body> send(HttpRequest.Builder request, Optional<String> body) throws IOException {
        request.timeout(HEADERS);
        body.ifPresent(text -> request.POST(BodyPublishers.ofString(text)));
        HttpRequest built = request.build();
        Optional<ProxyRules.Proxy> proxy;
        HttpClient client;
        try {
            proxy = new ProxyRules(environment).proxyFor(built.uri());
            client = client(built.uri(), proxy);
        } catch (StartFailure e) {
            throw new IOException("cannot be asked. " + e.getMessage(), e);
        }
        try {
            return client.send(built, _ -> new Body());
        } catch (IOException e) {
            throw new IOException(Reason.of(e, built.uri(), proxy), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("was not asked to the end", e);
        }
    }

    /** One for each host: to know whose certificates are trusted takes its time. */
    private synchronized HttpClient client(URI target, Optional<ProxyRules.Proxy> proxy) throws StartFailure {
        String host = target.getScheme() + "://" + target.getRawAuthority();
        HttpClient client = clients.get(host);
        if (client == null) {
            client = Connections.to(target, proxy, remote.caFile(), environment);
            clients.put(host, client);
        }
        return client;
    }

    private static Reply reply(HttpResponse<Body> response) {
        byte[] body = response.body().excerpt(LONGEST, BODY);
        response.body().close();
        return new Reply(response.statusCode(), new String(body, StandardCharsets.UTF_8));
    }

    private static URI resolved(URI at, String location) throws IOException {
        try {
            return at.resolve(location);
        } catch (IllegalArgumentException e) {
            throw new IOException("redirects to what is no address", e);
        }
    }
}
