package dev.lazymcp.hub;

import dev.lazymcp.catalog.ListPages;
import dev.lazymcp.os.Background;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.shim.Timers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The merged lists. Each member is asked as its client would ask it: one that sleeps answers at once from its catalog, one that runs
 * asks its server, and one whose server does not answer is not waited for longer than a moment, and not again until it has.
 */
final class Lists {
    private static final long PATIENCE = 1_000;
    private static final byte[] COMMA = bytes(",");

    private final Roster roster;
    private final Inquiries inquiries;
    private final Timers timers;
    private final Announcer announcer;
    private final NameTable tools = new NameTable();
    private final NameTable prompts = new NameTable();

    Lists(Roster roster, Inquiries inquiries, Timers timers, Announcer announcer) {
        this.roster = roster;
        this.inquiries = inquiries;
        this.timers = timers;
        this.announcer = announcer;
    }

    /** The names of listed tools. */
    NameTable tools() {
        return tools;
    }

    /** The names of listed prompts. */
    NameTable prompts() {
        return prompts;
    }

    /**
     * Lists.
     *
     * @param method one of the four list methods of MCP
     * @param own what the hub lists itself, before all others
     * @param then gets the result, on whatever thread
     */
    void list(String method, List<Frame> own, Consumer<Frame> then) {
        List<Member> members = roster.all().stream()
                .filter(member -> method.equals("tools/list") || member.shim().serves(method))
                .toList();
        Gathering gathering = new Gathering(method, members, parts -> then.accept(result(method, own, parts)));
        for (Member member : members) {
            if (member.mayAsk(method)) {
                ask(member, method, new ListPages(method), gathering);
            } else {
                gathering.got(member, member.listed(method));
            }
        }
        if (gathering.begun()) {
            timers.after(PATIENCE, () -> Background.run("hub-list", gathering::giveUp));
        }
    }

    private void ask(Member member, String method, ListPages pages, Gathering gathering) {
        inquiries.ask(member, method, pages.params(), response -> answered(member, method, pages, gathering, response));
    }

    private void answered(Member member, String method, ListPages pages, Gathering gathering, Response response) {
        Span result = response.result();
        if (result == null) {
            member.forget(method);
            gathering.got(member, member.listed(method));
        } else if (pages.add(response.frame().part(result)) == ListPages.Next.MORE) {
            ask(member, method, pages, gathering);
        } else {
            boolean changed = member.lists(method, pages.elements());
            if (!gathering.got(member, pages.elements()) && changed) {
                announcer.changed(kind(method));
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String kind(String method) {
        return switch (method) {
            case "tools/list" -> "tools";
            case "prompts/list" -> "prompts";
            default -> "resources";
        };
    }

    private Frame result(String method, List<Frame> own, List<Gathering.Part> parts) {
        List<Frame> all = new ArrayList<>(own);
        for (Gathering.Part part : parts) {
            for (Frame element : part.elements()) {
                Frame listed = listed(method, part.member(), element);
                if (listed != null) {
                    all.add(listed);
                }
            }
        }
        List<byte[]> chunks = new ArrayList<>(2 * all.size() + 1);
        chunks.add(bytes("{\"" + ListPages.member(method) + "\":["));
        for (int i = 0; i < all.size(); i++) {
            if (i > 0) {
                chunks.add(COMMA);
            }
            chunks.add(all.get(i).toBytes());
        }
        chunks.add(bytes("]}"));
        return Frame.of(chunks);
    }

    /** {@code element} as the client sees it; null where it has no name that could be mapped. */
    private @Nullable Frame listed(String method, Member member, Frame element) {
        String key = switch (method) {
            case "resources/list" -> "uri";
            case "resources/templates/list" -> "uriTemplate";
            default -> "name";
        };
        Span span = Json.find(element, key);
        String text = span == null ? null : Json.decodeString(element.part(span));
        if (span == null || text == null) {
            return null;
        }
        String outward = switch (method) {
            case "tools/list" -> tools.add(member.name(), text);
            case "prompts/list" -> prompts.add(member.name(), text);
            default -> Addresses.outward(member, text);
        };
        return element.with(span, Frame.of(Json.quote(outward)));
    }
}
