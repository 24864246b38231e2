package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** One list of many members on its way together: it is whole when each has answered, or when it is not waited for any longer. */
final class Gathering {
    /**
     * What one member lists.
     *
     * @param elements in its own words
     */
    record Part(Member member, List<Frame> elements) {}

    private final String method;
    private final List<Member> members;
    private final Consumer<List<Part>> then;
    private final Map<String, List<Frame>> answers = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private boolean begun;
    private boolean over;

    /** The list that {@code method} reads, of {@code members}; {@code then} gets it once. */
    Gathering(String method, List<Member> members, Consumer<List<Part>> then) {
        this.method = method;
        this.members = members;
        this.then = then;
        members.forEach(member -> missing.add(member.name()));
    }

    /** {@code member} lists {@code elements}. Whether that is still waited for. */
    boolean got(Member member, List<Frame> elements) {
        synchronized (this) {
            if (over) {
                return false;
            }
            missing.remove(member.name());
            answers.put(member.name(), elements);
        }
        endIf(false);
        return true;
    }

    /** Every member was asked. Whether the answer of one is still missing. */
    boolean begun() {
        synchronized (this) {
            begun = true;
        }
        return !endIf(false);
    }

    /** It has taken long enough: whoever has not answered is taken to list what it listed last. */
    void giveUp() {
        endIf(true);
    }

    private boolean endIf(boolean anyway) {
        List<Part> parts;
        synchronized (this) {
            if (over) {
                return true;
            }
            if (!begun || (!missing.isEmpty() && !anyway)) {
                return false;
            }
            over = true;
            parts = new ArrayList<>(members.size());
            for (Member member : members) {
                parts.add(new Part(member, answers.getOrDefault(member.name(), member.listed(method))));
            }
        }
        then.accept(parts);
        return true;
    }
}
