package dev.lazymcp.process;

import dev.lazymcp.process.FakeRemote.Exchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An authorization server, and the lock that it has on the door of an MCP server. It does what is right unless a test replaces one of
 * its scripts, and fails with {@code invalid_request} what a client does wrong.
 */
final class FakeAuthorization implements AutoCloseable {
    /** What every token begins with, so that a text can be searched for them. */
    static final String SECRET = "s3cr3t-t0k3n-";

    private record Asked(String challenge, String redirect, String resource, String scope, String client) {}

    private final FakeRemote server;
    private final FakeRemote issuer;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<String, Asked> codes = new ConcurrentHashMap<>();
    private final Map<String, String> refreshes = new ConcurrentHashMap<>();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Set<String> clients = ConcurrentHashMap.newKeySet();
    private volatile String needed = "read";

    private FakeAuthorization(FakeRemote server) throws IOException {
        this.server = server;
        this.issuer = FakeRemote.open();
        server.guardedBy(this::refuses);
        server.on(
                "/.well-known/oauth-protected-resource/mcp",
                exchange -> exchange.json(
                        200,
                        "{\"resource\":\"" + server.url() + "\",\"authorization_servers\":[\"" + issuer.origin()
                                + "\"],\"scopes_supported\":[\"read\",\"write\"]}"));
        issuer.on("/.well-known/oauth-authorization-server", exchange -> exchange.json(200, metadata()));
        issuer.on("/oauth/register", this::register);
        issuer.on(
                "/oauth/authorize",
                exchange -> back(
                        exchange,
                        "iss=" + issuer.origin() + "&state=" + exchange.field("state") + "&code=" + code(exchange)));
        issuer.on("/oauth/token", this::token);
        issuer.on("/oauth/revoke", this::revoke);
    }

    /** Locks {@code server}. */
    static FakeAuthorization of(FakeRemote server) throws IOException {
        return new FakeAuthorization(server);
    }

    /** The authorization server, to script it or to look at what it was asked. */
    FakeRemote issuer() {
        return issuer;
    }

    String metadata() {
        String at = issuer.origin() + "/oauth/";
        return "{\"issuer\":\"" + issuer.origin() + "\",\"authorization_endpoint\":\"" + at
                + "authorize\",\"token_endpoint\":\"" + at + "token\",\"registration_endpoint\":\"" + at
                + "register\",\"revocation_endpoint\":\"" + at
                + "revoke\",\"code_challenge_methods_supported\":[\"S256\"],"
                + "\"token_endpoint_auth_methods_supported\":[\"none\"],"
                + "\"authorization_response_iss_parameter_supported\":true}";
    }

    /** Takes no token any more that was given up to now. */
    void forgetTokens() {
        tokens.clear();
    }

    /** Gives no token any more for what was given up to now. */
    void forgetRefreshTokens() {
        refreshes.clear();
    }

    /** From now on a token has to be for {@code scope}. */
    void need(String scope) {
        needed = scope;
    }

    /** How often a refresh token was sent. */
    long refreshed() {
        return issuer.all("/oauth/token").stream()
                .filter(exchange -> exchange.field("grant_type").equals("refresh_token"))
                .count();
    }

    /** A code for what {@code exchange} asks. */
    String code(Exchange exchange) {
        String code = "code-" + count.incrementAndGet();
        codes.put(
                code,
                new Asked(
                        exchange.field("code_challenge"),
                        exchange.field("redirect_uri"),
                        exchange.field("resource"),
                        exchange.field("scope"),
                        exchange.field("client_id")));
        return code;
    }

    /** Sends the browser back with {@code query}. */
    static void back(Exchange exchange, String query) throws IOException {
        exchange.raw(302, "", "Location: " + exchange.field("redirect_uri") + "?" + query);
    }

    @Override
    public void close() throws IOException {
        issuer.close();
    }

    private boolean refuses(Exchange exchange) throws IOException {
        String sent = exchange.header("Authorization");
        String scope = sent.startsWith("Bearer ") ? tokens.get(sent.substring("Bearer ".length())) : null;
        String bearer = "WWW-Authenticate: Basic realm=\"x\", Bearer resource_metadata=\"" + server.origin()
                + "/.well-known/oauth-protected-resource/mcp\", scope=\"" + needed + "\"";
        if (scope == null) {
            exchange.raw(401, "who are you", bearer);
            return true;
        }
        if (!Set.of(scope.split(" ", -1)).contains(needed)) {
            exchange.raw(403, "", bearer + ", error=\"insufficient_scope\"");
            return true;
        }
        return false;
    }

    private void register(Exchange exchange) throws IOException {
        String client = "client-" + count.incrementAndGet();
        clients.add(client + " "
                + exchange.message().get("redirect_uris").items().getFirst().text());
        exchange.json(201, "{\"client_id\":\"" + client + "\"}");
    }

    private void token(Exchange exchange) throws IOException {
        if (exchange.field("grant_type").equals("refresh_token")) {
            String scope = refreshes.remove(exchange.field("refresh_token"));
            if (scope == null || !exchange.field("resource").equals(server.url())) {
                exchange.json(400, "{\"error\":\"invalid_grant\",\"error_description\":\"it was revoked\"}");
            } else {
                give(exchange, scope);
            }
            return;
        }
        Asked asked = codes.remove(exchange.field("code"));
        if (asked != null && isRight(asked, exchange)) {
            give(exchange, asked.scope());
        } else {
            exchange.json(400, "{\"error\":\"invalid_request\",\"error_description\":\"something is wrong with it\"}");
        }
    }

    private boolean isRight(Asked asked, Exchange exchange) {
        return challenge(exchange.field("code_verifier")).equals(asked.challenge())
                && exchange.field("redirect_uri").equals(asked.redirect())
                && exchange.field("resource").equals(asked.resource())
                && asked.resource().equals(server.url())
                && exchange.field("client_id").equals(asked.client())
                && clients.contains(asked.client() + " " + asked.redirect());
    }

    private void give(Exchange exchange, String scope) throws IOException {
        String access = SECRET + "access-" + count.incrementAndGet();
        String refresh = SECRET + "refresh-" + count.incrementAndGet();
        tokens.put(access, scope);
        refreshes.put(refresh, scope);
        exchange.json(
                200,
                "{\"access_token\":\"" + access + "\",\"refresh_token\":\"" + refresh
                        + "\",\"token_type\":\"bearer\",\"expires_in\":3600,\"scope\":\"" + scope + "\"}");
    }

    private void revoke(Exchange exchange) throws IOException {
        boolean known = refreshes.remove(exchange.field("token")) != null;
        tokens.clear();
        exchange.raw(known ? 200 : 400, "");
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
