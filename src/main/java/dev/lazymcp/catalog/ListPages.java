package dev.lazymcp.catalog;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One list of a server while it is read page by page (MCP "Pagination"). A cursor that leads nowhere ends it: one that came before,
 * or more pages or bytes than any list has. Not for use by several threads at once.
 */
public final class ListPages {
    private static final int MOST_PAGES = 500;
    private static final long MOST_BYTES = 256L * 1024 * 1024;

    /** How the list goes on. */
    public enum Next {
        /** There is another page: ask with {@link #params}. */
        MORE,
        /** That was the last page. */
        DONE,
        /** The cursor leads nowhere; what came so far is all there is. */
        ENDLESS
    }

    private final String member;
    private final List<Frame> elements = new ArrayList<>();
    private final Set<String> cursors = new HashSet<>();
    private @Nullable String cursor;
    private long bytes;

    /** The list that the method {@code method} reads. */
    public ListPages(String method) {
        this.member = member(method);
    }

    /** The params of the request for the next page. */
    public Frame params() {
        return Frame.of(cursor == null ? "{}" : "{\"cursor\":" + Json.quote(cursor) + "}");
    }

    /** Takes in the result of the request for a page. */
    public Next add(Frame result) {
        Span array = Json.find(result, member);
        if (array != null) {
            Frame list = result.part(array);
            for (Span element : Json.elements(list)) {
                elements.add(list.part(element));
            }
        }
        bytes += result.size();
        cursor = Json.string(result, "nextCursor");
        if (cursor == null) {
            return Next.DONE;
        }
        boolean known = !cursors.add(cursor);
        return known || cursors.size() >= MOST_PAGES || bytes > MOST_BYTES ? Next.ENDLESS : Next.MORE;
    }

    /** What was listed so far, in the server's order. */
    public List<Frame> elements() {
        return List.copyOf(elements);
    }

    /**
     * The member of a list method's result that holds the list.
     *
     * @throws IllegalArgumentException where {@code method} lists nothing
     */
    public static String member(String method) {
        return switch (method) {
            case "tools/list" -> "tools";
            case "prompts/list" -> "prompts";
            case "resources/list" -> "resources";
            case "resources/templates/list" -> "resourceTemplates";
            case "tasks/list" -> "tasks";
            default -> throw new IllegalArgumentException("not a list method: " + method);
        };
    }
}
