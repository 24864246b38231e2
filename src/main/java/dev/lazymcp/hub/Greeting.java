package dev.lazymcp.hub;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;

/**
 * The hub's answer to {@code initialize}. It declares all that a server behind it may have, since what is declared cannot change
 * while servers come and go; tasks and experimental capabilities, whose ids and methods belong to one server, are left out.
 */
final class Greeting {
    private static final String CAPABILITIES = "{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
            + "\"resources\":{\"subscribe\":true,\"listChanged\":true},\"logging\":{},\"completions\":{}}";

    private Greeting() {}

    /**
     * The result.
     *
     * @param protocolVersion the revision to speak
     * @param version of this program
     * @param instructions for the model, or empty
     */
    static Frame result(String protocolVersion, String version, String instructions) {
        return Frame.of("{\"protocolVersion\":" + Json.quote(protocolVersion) + ",\"capabilities\":" + CAPABILITIES
                + ",\"serverInfo\":{\"name\":\"lazymcp\",\"version\":" + Json.quote(version) + "}"
                + (instructions.isEmpty() ? "" : ",\"instructions\":" + Json.quote(instructions)) + "}");
    }
}
