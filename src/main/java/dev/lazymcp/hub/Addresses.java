package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The URIs of resources: {@code docs+file:///a} is {@code file:///a} of the server docs, and so with templates. A URI that says of no
 * member that it is one of its own is taken for what the only member that has it calls it.
 */
record Addresses(Roster roster) {
    private static final char BETWEEN = '+';

    /** What the client calls {@code uri} of {@code member}. */
    static String outward(Member member, String uri) {
        return member.scheme() + BETWEEN + uri;
    }

    /** Whose resource the client calls {@code uri}; null where that cannot be told. */
    @Nullable
    Route inward(String uri) {
        int end = uri.indexOf(BETWEEN);
        Member member = end < 0 ? null : roster.ofScheme(uri.substring(0, end));
        if (member != null) {
            return new Route(member, uri.substring(end + 1), false);
        }
        Member only = only(uri);
        return only == null ? null : new Route(only, uri, true);
    }

    private @Nullable Member only(String uri) {
        List<Member> having =
                roster.all().stream().filter(member -> lists(member, uri)).toList();
        List<Member> serving = having.isEmpty()
                ? roster.all().stream()
                        .filter(member -> member.shim().serves("resources/read"))
                        .toList()
                : having;
        return serving.size() == 1 ? serving.getFirst() : null;
    }

    private static boolean lists(Member member, String uri) {
        for (Frame resource : member.listed("resources/list")) {
            if (uri.equals(Json.string(resource, "uri"))) {
                return true;
            }
        }
        return false;
    }
}
