package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which member a name of the client means. One that was listed means what it was listed for; a client that was started anew may
 * remember one of an earlier session, which then is taken apart; and a name without a server in it is the only member's that has it.
 */
record Routes(Roster roster, Lists lists) {
    /** The tool {@code name}; null where no member has it. */
    @Nullable
    Route tool(String name) {
        return route("tools/list", lists.tools(), name);
    }

    /** The prompt {@code name}; null where no member has it. */
    @Nullable
    Route prompt(String name) {
        return route("prompts/list", lists.prompts(), name);
    }

    private @Nullable Route route(String method, NameTable table, String name) {
        NameTable.Meaning meaning = table.find(name);
        if (meaning != null) {
            Member member = roster.named(meaning.server());
            return member == null ? null : new Route(member, meaning.name(), false);
        }
        int between = name.indexOf(HubNames.BETWEEN);
        Member named = between < 0 ? null : roster.named(name.substring(0, between));
        if (named != null) {
            return new Route(named, name.substring(between + HubNames.BETWEEN.length()), false);
        }
        Member only = only(method, name);
        return only == null ? null : new Route(only, name, true);
    }

    private @Nullable Member only(String method, String name) {
        List<Member> all = roster.all();
        List<Member> having =
                all.stream().filter(member -> lists(member, method, name)).toList();
        List<Member> possible = having.isEmpty() ? all : having;
        return possible.size() == 1 ? possible.getFirst() : null;
    }

    private static boolean lists(Member member, String method, String name) {
        for (Frame element : member.listed(method)) {
            if (name.equals(Json.string(element, "name"))) {
                return true;
            }
        }
        return false;
    }
}
