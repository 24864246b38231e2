package dev.lazymcp.hub;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members, in the order in which they are listed. Reading it never waits. */
final class Roster {
    private volatile List<Member> members = List.of();

    List<Member> all() {
        return members;
    }

    synchronized void add(Member member) {
        List<Member> more = new ArrayList<>(members);
        more.add(member);
        members = List.copyOf(more);
    }

    synchronized void remove(Member member) {
        members = members.stream()
                .filter(other -> !other.name().equals(member.name()))
                .toList();
    }

    /** Whether {@code member} is here, and not only one of its name. */
    boolean has(Member member) {
        return named(member.name()) == member;
    }

    /** The member of that name, or null. */
    @Nullable
    Member named(String name) {
        for (Member member : members) {
            if (member.name().equals(name)) {
                return member;
            }
        }
        return null;
    }

    /** The member whose URIs begin with {@code scheme}, or null. */
    @Nullable
    Member ofScheme(String scheme) {
        for (Member member : members) {
            if (member.scheme().equals(scheme)) {
                return member;
            }
        }
        return null;
    }
}
