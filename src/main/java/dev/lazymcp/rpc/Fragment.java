package dev.lazymcp.rpc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What can be told from one end of a message whose other end is not there. */
final class Fragment {
    private Fragment() {}

    /** The id among the first bytes of a message, or null. */
    static @Nullable Frame idInHead(Frame head) {
        Span seen = null;
        Span whole = null;
        try (JsonParser json = Json.parser(head)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name; (name = json.nextFieldName()) != null; ) {
                whole = seen; // something comes behind it, so a number is not cut in two
                JsonToken token = json.nextToken();
                if (name.equals("id")) {
                    boolean isId = Json.id(json, token) != null;
                    Span value = Json.valueSpan(json);
                    seen = isId ? value : null;
                } else {
                    json.skipChildren();
                }
            }
            whole = seen;
        } catch (IOException cutOff) {
            // What was read before the cut holds.
        }
        return whole == null ? null : head.part(whole);
    }

    /**
     * The id among the last bytes of a message, or null. A comma and a quote begin a member of the message, and not of an
     * object within, when what follows makes, behind a brace, exactly one object: a member of an object within has one
     * closing brace too many behind it, and a quote in a string has a backslash before it.
     */
    static @Nullable Frame idInTail(Frame tail) {
        byte[] bytes = tail.toBytes();
        for (int at = bytes.length - 2; at >= 0; at--) {
            if (bytes[at] == ',' && bytes[at + 1] == '"') {
                byte[] members = Arrays.copyOfRange(bytes, at, bytes.length);
                members[0] = '{';
                Frame object = Frame.of(members);
                Span id = isObject(object) ? Json.find(object, "id") : null;
                if (id != null && Json.id(object.part(id)) != null) {
                    return object.part(id);
                }
            }
        }
        return null;
    }

    private static boolean isObject(Frame frame) {
        try (JsonParser json = Json.parser(frame)) {
            json.nextToken();
            json.skipChildren();
            Json.expectEnd(json);
            return true;
        } catch (IOException no) {
            return false;
        }
    }
}
