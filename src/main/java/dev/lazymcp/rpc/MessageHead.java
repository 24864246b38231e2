package dev.lazymcp.rpc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the first bytes of a message tell that was too long to be kept.
 *
 * @param id its id, or null where it does not stand in them
 * @param rawId the id as it was spelt, or null
 * @param method its method, or null
 */
public record MessageHead(@Nullable Id id, @Nullable Frame rawId, @Nullable String method) {
    /** Reads the outermost members of {@code head} as far as they go. */
    public static MessageHead read(Frame head) {
        Id id = null;
        Frame rawId = null;
        String method = null;
        try (JsonParser json = Json.parser(head)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                for (String name; (name = json.nextFieldName()) != null; ) {
                    JsonToken token = json.nextToken();
                    if (name.equals("id")) {
                        id = Json.id(json, token);
                        rawId = id == null ? null : head.part(Json.valueSpan(json));
                    } else if (name.equals("method") && token == JsonToken.VALUE_STRING) {
                        method = json.getText();
                    } else {
                        json.skipChildren();
                    }
                }
            }
        } catch (IOException cut) {
            // The text ends in the middle; what came before that is what there is.
        }
        return new MessageHead(id, rawId, method);
    }
}
