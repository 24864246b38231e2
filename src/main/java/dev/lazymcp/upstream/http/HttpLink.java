package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * HTTP to one server: its headers, proxy and certificates, and what every answer may be besides an answer — a redirect, a request
 * to come back later, a token that has run out.
 */
final class HttpLink implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final int MOST_REDIRECTS = 5;
    private static final int MOST_WAITS = 3;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int EXCERPT = 4096;
    private static final Duration EXCERPT_PATIENCE = Duration.ofSeconds(5);

    private final URI origin;
    private final RequestHeaders headers;
    private final Optional<ProxyRules.Proxy> proxy;
    private final HttpClient client;

    private HttpLink(URI origin, RequestHeaders headers, Optional<ProxyRules.Proxy> proxy, HttpClient client) {
        this.origin = origin;
        this.headers = headers;
        this.proxy = proxy;
        this.client = client;
    }

    /**
     * An answer.
     *
     * @param at where it came from, redirects followed
     */
    record Answer(int status, HttpHeaders headers, Body body, URI at) {
        /** Whether it is what was asked for. */
        boolean isSuccess() {
            return status / 100 == 2;
        }

        /** Whether it has that media type. */
        boolean is(String type) {
            return headers.firstValue("Content-Type")
                    .map(value -> value.split(";", 2)[0].strip().equalsIgnoreCase(type))
                    .orElse(false);
        }
    }

    /**
     * A link to {@code target}; nothing is connected yet.
     *
     * @param directory where a headers helper runs
     * @throws StartFailure where the configuration of headers, proxy or certificates cannot be used
     */
    static HttpLink to(URI target, Remote remote, Map<String, String> environment, Path directory) throws StartFailure {
        RequestHeaders headers = RequestHeaders.of(remote, environment, directory);
        Optional<ProxyRules.Proxy> proxy = new ProxyRules(environment).proxyFor(target);
        // Servers in Node close a connection after 5 s of silence: one kept for longer may close just as it is used.
        System.setProperty("jdk.httpclient.keepalive.timeout", "4");
        // A proxy's password is given for exactly this; the JDK would keep it back where the proxy is a tunnel.
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        boolean secure = "https".equals(target.getScheme()) || "wss".equals(target.getScheme());
        HttpClient.Builder builder = HttpClient.newBuilder()
                // On plain HTTP the JDK would ask to upgrade to HTTP/2, which some servers take amiss.
                .version(secure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .proxy(proxy.map(by -> ProxySelector.of(new InetSocketAddress(by.host(), by.port())))
                        .orElse(HttpClient.Builder.NO_PROXY));
        (secure ? Certificates.trusting(remote.caFile(), environment) : Optional.of(Certificates.none()))
                .ifPresent(builder::sslContext);
        proxy.flatMap(ProxyRules.Proxy::credentials).ifPresent(pair -> builder.authenticator(proxyPassword(pair)));
        return new HttpLink(target, headers, proxy, builder.build());
    }

    private static Authenticator proxyPassword(String pair) {
        int colon = pair.indexOf(':');
        String user = colon < 0 ? pair : pair.substring(0, colon);
        char[] password = (colon < 0 ? "" : pair.substring(colon + 1)).toCharArray();
        return new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
                return getRequestorType() == RequestorType.PROXY ? new PasswordAuthentication(user, password) : null;
            }
        };
    }

    HttpClient client() {
        return client;
    }

    RequestHeaders headers() {
        return headers;
    }

    /** What {@code failure} comes to, in words. */
    String reason(IOException failure) {
        return headers.masked(Reason.of(failure, origin, proxy));
    }

    /**
     * Sends a request; blocks until the headers of its answer are there. What cannot have reached the server's tools is done again:
     * redirects within the server, a refusal that names a time to come back, a refused token of which the helper makes another.
     *
     * @param extra headers of the protocol
     * @param content what to send, JSON; null for none
     * @param patience how long to wait for the headers, zero for as long as it takes
     */
    Answer exchange(String method, URI target, Map<String, String> extra, @Nullable Frame content, Duration patience)
            throws Trouble {
        URI at = target;
        boolean refreshed = false;
        int redirects = 0;
        int waits = 0;
        while (true) {
            Answer answer = once(method, at, extra, content, patience);
            if (isRedirect(answer.status())) {
                redirects++;
                at = redirect(answer, redirects);
            } else if (answer.status() == 401 && !refreshed && refresh()) {
                refreshed = true;
            } else {
                Optional<Duration> wait = waits < MOST_WAITS ? wait(answer) : Optional.empty();
                if (wait.isEmpty()) {
                    return answer;
                }
                waits++;
                sleep(wait.get());
            }
            answer.body().close();
        }
    }

    /** What an answer that is no success comes to, in words; its body is read and closed. */
    String refusal(Answer answer) {
        return refusal(answer, answer.body().excerpt(EXCERPT, EXCERPT_PATIENCE));
    }

    /** The same where {@code body} was read already. */
    String refusal(Answer answer, byte[] body) {
        answer.body().close();
        String code = " (HTTP " + answer.status() + ")";
        String said = headers.masked(Reason.excerpt(body));
        String detail = said.isEmpty() ? "" : ": " + said;
        return switch (answer.status()) {
            case 401 ->
                (headers.has("Authorization")
                                ? "refuses the Authorization header that is configured for it"
                                : "asks for authorization, and no Authorization header is configured for it")
                        + code + ". A token in an environment variable is sent with --header"
                        + " Authorization=env:VARIABLE; signing in with OAuth is not supported yet" + detail;
            case 403 -> "forbids the request" + code + detail;
            case 404, 405 -> "is not at " + Secrets.maskedUrl(answer.at().toString()) + code + detail;
            case 407 ->
                "is behind a proxy that asks for a user and a password" + code + "; they stand in the proxy's URL";
            case 429, 503 ->
                "is too busy" + code
                        + RetryAfter.of(answer.headers(), Instant.now())
                                .map(wait -> " and asks to wait " + wait.toSeconds() + " s")
                                .orElse("")
                        + detail;
            default -> (answer.status() >= 500 ? "failed" : "refuses the request") + code + detail;
        };
    }

    /** Breaks off whatever is going on. */
    @Override
    public void close() {
        client.shutdownNow();
    }

    private Answer once(String method, URI at, Map<String, String> extra, @Nullable Frame content, Duration patience)
            throws Trouble {
        HttpRequest.Builder request = HttpRequest.newBuilder(at)
                .method(
                        method,
                        content == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(content.toBytes()));
        headers.current().forEach(request::setHeader);
        extra.forEach(request::setHeader);
        if (!patience.isZero()) {
            request.timeout(patience);
        }
        try {
            HttpResponse<Body> response = client.send(request.build(), _ -> new Body());
            return new Answer(response.statusCode(), response.headers(), response.body(), at);
        } catch (IOException e) {
            throw new Trouble(reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("was interrupted", e);
        }
    }

    private boolean refresh() throws Trouble {
        try {
            return headers.refresh();
        } catch (StartFailure e) {
            throw new Trouble("wants another token. " + e.getMessage(), e);
        }
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /** Headers are for the server that they were configured for: no answer of it may send them elsewhere. */
    private URI redirect(Answer answer, int count) throws Trouble {
        answer.body().close();
        String location = answer.headers().firstValue("Location").orElse("");
        URI next;
        try {
            next = answer.at().resolve(location);
        } catch (IllegalArgumentException e) {
            throw new Trouble("redirects to what is no address (HTTP " + answer.status() + ")", e);
        }
        if (location.isEmpty() || !Origins.same(origin, next)) {
            throw new Trouble("redirects to " + Secrets.maskedUrl(next.toString()) + " (HTTP " + answer.status()
                    + "), which is another server: it is not followed there. If that is right, configure that address");
        }
        if (count > MOST_REDIRECTS) {
            throw new Trouble("redirects without end (more than " + MOST_REDIRECTS + " times)");
        }
        return next;
    }

    private static Optional<Duration> wait(Answer answer) {
        boolean later = answer.status() == 429 || answer.status() == 503;
        return later
                ? RetryAfter.of(answer.headers(), Instant.now()).filter(wait -> wait.compareTo(LONGEST_WAIT) <= 0)
                : Optional.empty();
    }

    private static void sleep(Duration time) throws Trouble {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("was interrupted", e);
        }
    }
}
