package dev.lazymcp.upstream.era;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import org.jspecify.annotations.Nullable;

/** The result of {@code server/discover} (MCP 2026-07-28 "Discovery"). */
final class Discovery {
    private static final int LONGEST_SHOWN = 200;
    private static final String SERVER_INFO = RequestMeta.PREFIX + "serverInfo";

    private Discovery() {}

    /** Whether the server can be spoken to in {@link RequestMeta#REVISION}. */
    static boolean speaks(Frame result) {
        Span versions = Json.find(result, "supportedVersions");
        return versions != null && names(result.part(versions));
    }

    /** Whether {@code response} refuses the revision and names it among those that the server speaks, all the same. */
    static boolean isRefusedByMistake(Response response) {
        Span error = response.error();
        Frame body = error == null ? null : response.frame().part(error);
        Span supported = body == null ? null : Json.find(body, "data", "supported");
        if (body == null || supported == null || ModernError.code(body) != ModernError.UNSUPPORTED_VERSION) {
            return false;
        }
        return names(body.part(supported));
    }

    private static boolean names(Frame versions) {
        return Json.elements(versions).stream()
                .anyMatch(one -> RequestMeta.REVISION.equals(Json.decodeString(versions.part(one))));
    }

    /** The revisions that it names, for people. */
    static String versions(Frame result) {
        Span versions = Json.find(result, "supportedVersions");
        return versions == null
                ? "names none"
                : Text.oneLine(result.part(versions).toString(), LONGEST_SHOWN);
    }

    /** The same as the result of {@code initialize} says it. */
    static Frame asInitializeResult(Frame result) {
        Frame said = Frame.of("{\"protocolVersion\":\"" + RequestMeta.REVISION + "\",\"capabilities\":")
                .then(object(result, Json.find(result, "capabilities")))
                .then(Frame.of(",\"serverInfo\":"))
                .then(object(result, serverInfo(result)));
        Span instructions = Json.find(result, "instructions");
        return instructions == null
                ? said.then(Frame.of("}"))
                : said.then(Frame.of(",\"instructions\":"))
                        .then(result.part(instructions))
                        .then(Frame.of("}"));
    }

    /** In {@code _meta}; drafts of the revision had it in the result itself. */
    private static @Nullable Span serverInfo(Frame result) {
        Span inMeta = Json.find(result, "_meta", SERVER_INFO);
        return inMeta == null ? Json.find(result, "serverInfo") : inMeta;
    }

    private static Frame object(Frame result, @Nullable Span span) {
        return span == null || !Json.isObject(result.part(span)) ? Frame.of("{}") : result.part(span);
    }
}
