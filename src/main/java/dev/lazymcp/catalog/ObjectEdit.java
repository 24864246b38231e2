package dev.lazymcp.catalog;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Removes and adds members of one JSON object inside a larger text by edits of that text. */
final class ObjectEdit {
    /**
     * A member of the object.
     *
     * @param text the decoded value of a string, otherwise empty
     */
    record Member(String name, JsonToken kind, String text, int nameStart, int valueStart, int valueEnd) {
        boolean isString() {
            return kind == JsonToken.VALUE_STRING;
        }

        boolean isObject() {
            return kind == JsonToken.START_OBJECT;
        }

        boolean isArray() {
            return kind == JsonToken.START_ARRAY;
        }

        boolean isNull() {
            return kind == JsonToken.VALUE_NULL;
        }
    }

    private final SpanEdits edits;
    private final int open;
    private final List<Member> members = new ArrayList<>();
    private final BitSet removed = new BitSet();
    private final StringBuilder added = new StringBuilder();

    /**
     * The object that is {@code json[from, to)}.
     *
     * @throws IOException when there is none
     */
    ObjectEdit(byte[] json, int from, int to, SpanEdits edits) throws IOException {
        this.edits = edits;
        try (Members walk = Members.of(json, from, to)) {
            while (walk.next()) {
                String text = walk.isString() ? walk.text() : "";
                members.add(new Member(
                        walk.name(), walk.kind(), text, walk.nameStart(), walk.valueStart(), walk.valueEnd()));
            }
        }
        this.open = firstAfterBrace(json, from);
    }

    List<Member> members() {
        return members;
    }

    boolean has(String name) {
        for (Member member : members) {
            if (member.name.equals(name)) {
                return true;
            }
        }
        return false;
    }

    void remove(Member member) {
        removed.set(members.indexOf(member));
    }

    /** Puts {@code member}, as JSON text, before all others. */
    void add(String member) {
        added.append(added.isEmpty() ? "" : ",").append(member);
    }

    /** Hands the edits over. */
    void finish() {
        boolean anyLeft = removed.cardinality() < members.size();
        if (!added.isEmpty()) {
            edits.replace(open, open, (added + (anyLeft ? "," : "")).getBytes(StandardCharsets.UTF_8));
        }
        boolean leftBefore = false;
        for (int i = 0; i < members.size(); i++) {
            if (removed.get(i)) {
                removeWithComma(i, leftBefore);
            }
            leftBefore |= !removed.get(i);
        }
    }

    /** Of the two commas beside a member the one before goes with it, once a member stays before that. */
    private void removeWithComma(int i, boolean leftBefore) {
        Member member = members.get(i);
        if (leftBefore) {
            edits.delete(members.get(i - 1).valueEnd, member.valueEnd);
        } else if (i + 1 < members.size()) {
            edits.delete(member.nameStart, members.get(i + 1).nameStart);
        } else {
            edits.delete(member.nameStart, member.valueEnd);
        }
    }

    private static int firstAfterBrace(byte[] json, int from) {
        int at = from;
        while (json[at] != '{') {
            at++;
        }
        return at + 1;
    }
}
