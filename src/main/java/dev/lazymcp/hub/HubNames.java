package dev.lazymcp.hub;

import dev.lazymcp.catalog.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The names that tools and prompts of many servers have in one list: {@code server__tool}, at most {@link #LONGEST} characters of
 * {@code [A-Za-z0-9_-]}. A name depends on nothing but the two it is made of, so that it stays what it is when other servers come
 * and go. Where it cannot be made of them plainly (a character that clients refuse, too long, or two ways to read it) it ends with
 * a digest of both.
 */
public final class HubNames {
    /** The most characters of a name; clients put the name of the hub before it and allow 64 in all, or 128. */
    public static final int LONGEST = 60;

    /** What stands between the server's name and that of its tool. */
    public static final String BETWEEN = "__";

    private static final int DIGEST = 8;

    private HubNames() {}

    /** The name of {@code tool} of {@code server}. */
    public static String of(String server, String tool) {
        return of(server, tool, 0);
    }

    /** The same, at the attempt {@code attempt} to find one that is free: from 0, where the name is the one above. */
    static String of(String server, String tool, int attempt) {
        String name = plain(server) + BETWEEN + plain(tool);
        if (attempt == 0
                && isPlain(server)
                && isFree(server)
                && isPlain(tool)
                && name.length() <= LONGEST
                && !isMarked(tool)) {
            return name;
        }
        String mark = "_" + digest(server, tool, attempt);
        return name.substring(0, Math.min(name.length(), LONGEST - mark.length())) + mark;
    }

    /** Whether the first {@link #BETWEEN} behind {@code server} is ours, whatever the tool is called. */
    private static boolean isFree(String server) {
        return !server.isEmpty() && !server.contains(BETWEEN) && !server.endsWith("_");
    }

    /** Whether {@code tool} ends as if with a digest. */
    private static boolean isMarked(String tool) {
        int at = tool.length() - DIGEST - 1;
        return at >= 0
                && tool.charAt(at) == '_'
                && tool.substring(at + 1).chars().allMatch(HubNames::isHex);
    }

    private static boolean isHex(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    private static String digest(String server, String tool, int attempt) {
        String both = server.length() + ":" + server + tool + (attempt == 0 ? "" : "#" + attempt);
        byte[] digest = Sha256.digest(both.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, DIGEST / 2);
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty() && text.chars().allMatch(HubNames::isPlain);
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> plain.append(isPlain(c) ? (char) c : '_'));
        return plain.isEmpty() ? "_" : plain.toString();
    }

    /**
     * The scheme before the URIs of {@code server}'s resources (RFC 3986, section 3.1: letters, digits, {@code -} and {@code .}; no
     * {@code +}, which ends it), unlike that of any server with another name.
     */
    static String scheme(String server) {
        StringBuilder scheme = new StringBuilder();
        server.codePoints().forEach(c -> {
            boolean inside = (c >= '0' && c <= '9') || c == '-';
            boolean keep = (c >= 'a' && c <= 'z') || (inside && !scheme.isEmpty());
            char other = scheme.isEmpty() ? 's' : '-';
            scheme.append(keep ? (char) c : other);
        });
        boolean exact = scheme.toString().equals(server) && !server.isEmpty();
        // A name that is kept has no point in it.
        return exact ? server : (scheme.isEmpty() ? "s" : scheme) + "." + digest(server, "", 0);
    }
}
