package dev.lazymcp.config.policy;

/**
 * A rule in Claude Code's settings that is about tools of MCP servers, as {@code mcp__github__delete_repo}.
 *
 * @param verdict what becomes of a call that it matches
 * @param text as it is written
 * @param where file, line and column
 */
public record PermissionRule(Verdict verdict, String text, String where) {
    private static final String PREFIX = "mcp__";
    private static final String SEPARATOR = "__";
    private static final char ANY = '*';

    /** What a rule says. */
    public enum Verdict {
        /** Never. */
        DENY,
        /** A person is asked. */
        ASK,
        /** Nobody is asked. */
        ALLOW
    }

    /** What a rule means to one server. */
    public sealed interface Reach {
        /** Nothing. */
        record None() implements Reach {}

        /** All its tools, the stub's too. */
        record Server() implements Reach {}

        /**
         * One tool.
         *
         * @param name its name
         */
        record Tool(String name) implements Reach {}

        /** Some of its tools, by a pattern. */
        record Pattern() implements Reach {}
    }

    /** Whether {@code text} is such a rule. One with parentheses is none: the client skips it. */
    static boolean isOne(String text) {
        return text.startsWith(PREFIX) && text.indexOf('(') < 0;
    }

    /** What it means to the server that the client calls {@code server}. */
    public Reach reach(String server) {
        String own = PREFIX + plain(server);
        String tools = own + SEPARATOR;
        int star = text.indexOf(ANY);
        if (star < 0) {
            return exact(own, tools);
        }
        String head = text.substring(0, star);
        if (tools.startsWith(head)) {
            return star == text.length() - 1 ? new Reach.Server() : new Reach.Pattern();
        }
        return head.startsWith(tools) ? new Reach.Pattern() : new Reach.None();
    }

    private Reach exact(String own, String tools) {
        if (text.equals(own)) {
            return new Reach.Server();
        }
        return text.startsWith(tools) && text.length() > tools.length()
                ? new Reach.Tool(text.substring(tools.length()))
                : new Reach.None();
    }

    /** {@code server} as it stands in the names that the client gives to tools. */
    private static String plain(String server) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < server.length(); i++) {
            char c = server.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean keep = letter || (c >= '0' && c <= '9') || c == '_' || c == '-';
            plain.append(keep ? c : '_');
        }
        return plain.toString();
    }
}
