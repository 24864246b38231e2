package dev.lazymcp.config.inventory;

import dev.lazymcp.config.edit.Node.Member;
import dev.lazymcp.config.edit.Node.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Entries of one name put together member by member, as {@link dev.lazymcp.config.client.Habit#MERGES_MEMBERS} says. */
final class EntryMerge {
    private EntryMerge() {}

    /** {@code upper}, with what only {@code lower} has. A null of {@code upper} hides what {@code lower} has. */
    static Members merged(Members upper, Members lower) {
        List<Member> members = new ArrayList<>();
        for (Member member : upper.members()) {
            Optional<Members> below = lower.map(member.name());
            members.add(
                    member.value().resolved() instanceof Members map && below.isPresent()
                            ? new Member(member.key(), member.name(), merged(map, below.get()))
                            : member);
        }
        members.addAll(rest(upper, lower).members());
        return new Members(upper.span(), members);
    }

    /** The members of {@code lower} that {@code upper} has nothing of. */
    static Members rest(Members upper, Members lower) {
        List<Member> rest = lower.members().stream()
                .filter(member -> upper.get(member.name()).isEmpty())
                .toList();
        return new Members(lower.span(), rest);
    }
}
