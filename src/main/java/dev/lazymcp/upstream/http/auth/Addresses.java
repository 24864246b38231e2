package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.os.Secrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Which addresses are believed. What is sent to them may be a secret, and they come from a server: they are to be encrypted, those
 * on this machine aside, and only a server on this machine may name one on it (MCP "Security best practices", SSRF).
 *
 * @param server the MCP server that is signed in to
 */
record Addresses(URI server) {
    static final int MOST_PORTS = 65_535;

    /**
     * {@code text} as an address to speak to.
     *
     * @param what it is, for people
     * @throws SignInFailure where it is none, or one that is not to be spoken to
     */
    URI checked(String what, String text) throws SignInFailure {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new SignInFailure("The " + what + " is no address: " + shown(text) + ".", e);
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new SignInFailure("The " + what + " is not to be used: " + shown(text)
                    + " needs a host, and neither user nor fragment.");
        }
        if (uri.getPort() > MOST_PORTS) {
            throw new SignInFailure(
                    "The " + what + " is not to be used: " + shown(text) + " has a port over " + MOST_PORTS + ".");
        }
        boolean local = isLoopback(uri);
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        if (local && !isLoopback(server)) {
            throw new SignInFailure("The " + what + " is not to be used: " + shown(text)
                    + " is on this machine, and the server that names it is not.");
        }
        if (!secure && !(local && "http".equalsIgnoreCase(uri.getScheme()))) {
            throw new SignInFailure(
                    "The " + what + " is not to be used: " + shown(text) + " does not begin with https://.");
        }
        return uri;
    }

    /** Whether the host of {@code uri} is this machine by its spelling. */
    static boolean isLoopback(URI uri) {
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        return host.equals("localhost")
                || host.equals("[::1]")
                || (host.startsWith("127.") && host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9')));
    }

    /** Scheme, host and port. */
    static String origin(URI uri) {
        return String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT) + "://"
                + String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT) + port(uri);
    }

    private static String port(URI uri) {
        int usual = "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
        return uri.getPort() < 0 || uri.getPort() == usual ? "" : ":" + uri.getPort();
    }

    /** The path without a slash at its end; empty for the root. */
    static String path(URI uri) {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** An address for people. */
    static String shown(String text) {
        return Secrets.maskedUrl(text);
    }
}
