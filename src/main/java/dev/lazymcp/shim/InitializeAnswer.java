package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stub's own answer to {@code initialize} (MCP "Lifecycle", initialization). */
final class InitializeAnswer {
    private InitializeAnswer() {}

    /**
     * The result.
     *
     * @param client who asks
     * @param known what the server said when it last ran, or null
     * @param options the stub's
     * @param exposure the exposure for this client
     */
    static Frame result(ClientProfile client, @Nullable ServerFacts known, StubOptions options, Exposure exposure) {
        Frame result = Frame.of("{\"protocolVersion\":" + Json.quote(client.version()) + ",\"capabilities\":")
                .then(capabilities(client, known))
                .then(Frame.of(",\"serverInfo\":"))
                .then(
                        known == null || Json.string(known.serverInfo(), "name") == null
                                ? serverInfo(options.name(), options.version())
                                : known.serverInfo());
        // Instructions cost tokens in every prompt; a client that is shown everything gets these too.
        if (known != null && exposure == Exposure.FULL && !known.instructions().isEmpty()) {
            result = result.then(Frame.of(",\"instructions\":" + Json.quote(known.instructions())));
        }
        return result.then(Frame.of("}"));
    }

    /** Those of the server, or tools alone where they are unknown; list changes are announced in any case. */
    private static Frame capabilities(ClientProfile client, @Nullable ServerFacts known) {
        List<String> members = new ArrayList<>();
        String tools = "{\"listChanged\":true}";
        if (known != null) {
            for (Json.Member member : Json.members(known.capabilities())) {
                if (member.name().equals("tools")) {
                    tools = toolsCapability(known.capabilities().part(member.value()));
                } else {
                    members.add(Json.quote(member.name()) + ":"
                            + known.capabilities().part(member.value()));
                }
            }
        }
        members.addFirst("\"tools\":" + tools);
        if (client.lazyRegistration()) {
            members.add("\"supportsLazyRegistration\":true");
        }
        return Frame.of("{" + String.join(",", members) + "}");
    }

    private static String toolsCapability(Frame tools) {
        Span listChanged = Json.find(tools, "listChanged");
        if (listChanged != null) {
            return tools.with(listChanged, Frame.of("true")).toString();
        }
        List<Json.Member> members = Json.members(tools);
        return members.isEmpty()
                ? "{\"listChanged\":true}"
                : "{\"listChanged\":true," + tools.toString().strip().substring(1);
    }

    private static Frame serverInfo(String name, String version) {
        return Frame.of("{\"name\":" + Json.quote(name) + ",\"version\":" + Json.quote(version) + "}");
    }
}
