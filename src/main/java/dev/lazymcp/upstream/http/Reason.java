package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.PlainText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Why a request came to nothing, in words for people: the end of a sentence that begins with the server's name. */
final class Reason {
    private static final int LONGEST_EXCERPT = 300;

    private Reason() {}

    /** What {@code failure} of a request to {@code target}, perhaps through {@code proxy}, comes to. */
    static String of(IOException failure, URI target, Optional<ProxyRules.Proxy> proxy) {
        String where = proxy.map(by -> "the proxy " + by).orElse(target.getHost() + ":" + port(target));
        return switch (failure) {
            case HttpConnectTimeoutException _ -> "cannot be reached: " + where + " did not answer in time";
            case HttpTimeoutException _ -> "did not answer in time";
            case ConnectException _
            when hasCause(failure, UnresolvedAddressException.class) ->
                "cannot be reached: no address is known for "
                        + proxy.map(ProxyRules.Proxy::host).orElse(target.getHost());
            case ConnectException _ -> "cannot be reached: " + where + " refused the connection" + said(failure);
            case SSLException _ -> tls(failure, target);
            default -> "cannot be reached, or broke the connection" + said(failure) + viaProxy(proxy);
        };
    }

    /** What the server says in the body of an error, in a line; empty where that is nothing to be read. */
    static String excerpt(byte[] body) {
        StringBuilder line = new StringBuilder();
        for (String word :
                PlainText.of(new String(body, StandardCharsets.UTF_8)).split("\\s+", -1)) {
            line.append(line.isEmpty() || word.isEmpty() ? "" : " ").append(word);
        }
        // A page for browsers says nothing that its status does not.
        if (line.isEmpty() || line.charAt(0) == '<') {
            return "";
        }
        return line.length() > LONGEST_EXCERPT ? line.substring(0, LONGEST_EXCERPT) + "…" : line.toString();
    }

    private static int port(URI target) {
        return target.getPort() >= 0 ? target.getPort() : "https".equals(target.getScheme()) ? 443 : 80;
    }

    private static String tls(IOException failure, URI target) {
        StringBuilder all = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            all.append(at.getMessage()).append('\n');
        }
        if (all.indexOf("PKIX path") >= 0 || all.indexOf("trustAnchors") >= 0) {
            return "cannot be trusted: the certificate of " + target.getHost()
                    + " comes from no authority that is known here. If it is one of your organisation, name its file with"
                    + " --cacert, SSL_CERT_FILE or NODE_EXTRA_CA_CERTS";
        }
        if (all.indexOf("No subject alternative") >= 0 || all.indexOf("No name matching") >= 0) {
            return "cannot be trusted: its certificate is for another name than " + target.getHost();
        }
        if (all.indexOf("expired") >= 0 || all.indexOf("NotAfter") >= 0) {
            return "cannot be trusted: its certificate has expired";
        }
        return "cannot be spoken to by TLS" + said(failure);
    }

    private static String said(IOException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? ""
                : " (" + excerpt(message.getBytes(StandardCharsets.UTF_8)) + ")";
    }

    private static String viaProxy(Optional<ProxyRules.Proxy> proxy) {
        return proxy.map(by -> ", through the proxy " + by).orElse("");
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (kind.isInstance(at)) {
                return true;
            }
        }
        return false;
    }
}
