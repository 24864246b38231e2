package dev.lazymcp.shim;

import dev.lazymcp.catalog.ProtocolVersions;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import org.jspecify.annotations.Nullable;

/**
 * What a client said of itself in {@code initialize}; the server is later started with the same words.
 *
 * @param params its params, unchanged
 * @param version the revision it was answered with
 * @param name its name, empty where it gave none
 * @param modern whether it said so in each request, as from revision 2026-07-28 on, instead
 * @param lazyRegistration whether it says that it can take in tools later
 */
record ClientProfile(Frame params, String version, String name, boolean modern, boolean lazyRegistration) {
    /** Reads the params of {@code initialize}; null where they name no protocol version. */
    static @Nullable ClientProfile read(Frame params) {
        return read(params, false);
    }

    private static @Nullable ClientProfile read(Frame params, boolean modern) {
        String asked = Json.string(params, "protocolVersion");
        if (asked == null) {
            return null;
        }
        String name = Json.string(params, "clientInfo", "name");
        Span lazy = Json.find(params, "capabilities", "lazyRegistration", "supported");
        return new ClientProfile(
                params,
                ProtocolVersions.answerTo(asked),
                name == null ? "" : name,
                modern,
                lazy != null && params.part(lazy).toString().equals("true"));
    }

    /**
     * What a client of revision 2026-07-28 says of itself in each request, as it would have in {@code initialize}.
     *
     * @param capabilities its capabilities, an object
     * @param info its name and version, an object
     */
    static ClientProfile of(Frame capabilities, Frame info) {
        Frame params = Frame.of("{\"protocolVersion\":\"" + ProtocolVersions.LATEST + "\",\"capabilities\":")
                .then(capabilities)
                .then(Frame.of(",\"clientInfo\":"))
                .then(info)
                .then(Frame.of("}"));
        ClientProfile profile = read(params, true);
        if (profile == null) {
            throw new IllegalArgumentException("no objects: " + params);
        }
        return profile;
    }

    /** The params for the server: the client's own, with the revision the client was answered with. */
    Frame paramsForServer() {
        Span version = Json.find(params, "protocolVersion");
        return version == null ? params : params.with(version, Frame.of(Json.quote(this.version)));
    }

    /** Whether the client may send batches. */
    boolean hasBatches() {
        return version.equals(ProtocolVersions.WITH_BATCHES);
    }
}
