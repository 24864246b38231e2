package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** One line that crossed a pipe, as it was and as it reads. */
final class Frame {
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());
    private static final int SHOWN = 600;

    private final byte[] bytes;
    private final long nanoTime = System.nanoTime();
    private @Nullable SpelledJson spelled;
    private @Nullable JsonNode json;

    Frame(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes;
    }

    /** The line as text; what is not UTF-8 in it shows as U+FFFD. */
    String text() {
        return new String(bytes, UTF_8);
    }

    /** When this end had it. */
    long nanoTime() {
        return nanoTime;
    }

    synchronized SpelledJson spelled() {
        SpelledJson known = spelled;
        if (known == null) {
            known = SpelledJson.parse(bytes);
            spelled = known;
        }
        return known;
    }

    /** For looking into it without care for spelling. */
    synchronized JsonNode json() {
        JsonNode known = json;
        if (known == null) {
            try {
                known = Objects.requireNonNull(MAPPER.readTree(text()));
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + this, e);
            }
            json = known;
        }
        return known;
    }

    JsonNode result() {
        if (!json().has("result")) {
            throw new AssertionError("no result: " + this);
        }
        return json().get("result");
    }

    int errorCode() {
        if (!json().has("error")) {
            throw new AssertionError("no error: " + this);
        }
        return json().get("error").get("code").intValue();
    }

    /** The texts of a tool's result, joined. */
    String toolText() {
        StringBuilder texts = new StringBuilder();
        for (JsonNode content : result().path("content")) {
            texts.append(content.path("text").asText()).append('\n');
        }
        return texts.toString().stripTrailing();
    }

    boolean isToolError() {
        return result().path("isError").asBoolean(false);
    }

    /** The names of a list of tools, in its order. */
    List<String> toolNames() {
        return StreamSupport.stream(result().path("tools").spliterator(), false)
                .map(tool -> tool.path("name").asText())
                .toList();
    }

    boolean isRequest(String method) {
        return isCall(method) && spelled().get("id").present();
    }

    boolean isNotification(String method) {
        return isCall(method) && !spelled().get("id").present();
    }

    private boolean isCall(String method) {
        return spelled().get("method").textOr("").equals(method);
    }

    boolean isResponse() {
        return spelled().isObject() && !spelled().get("method").present();
    }

    boolean isResponseTo(SpelledJson id) {
        return isResponse() && spelled().get("id").key().equals(id.key());
    }

    @Override
    public String toString() {
        return bytes.length <= SHOWN ? text() : new String(bytes, 0, SHOWN, UTF_8) + "… (" + bytes.length + " bytes)";
    }
}
