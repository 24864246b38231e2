package dev.lazymcp.shim;

import dev.lazymcp.catalog.TokenEstimate;
import dev.lazymcp.catalog.Tool;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a server's tools cost in a prompt, in tokens as {@link TokenEstimate} counts them, of what clients put there: names,
 * descriptions and input schemas.
 *
 * @param tools how many of them the client may see
 * @param awake while the server runs, and all the time without a stub
 * @param asleep while a stub stands for it
 * @param bytes of the tools as the server lists them
 */
public record PromptCost(int tools, int awake, int asleep, int bytes) {
    private static final int EMPTY_LIST = TokenEstimate.of("{\"tools\":[]}".getBytes(StandardCharsets.US_ASCII));

    /**
     * The cost of a server whose tools are {@code known}, behind the stub with {@code options}, in the client {@code clientName}
     * as it would introduce itself.
     */
    public static PromptCost of(StubOptions options, List<Tool> known, String clientName) {
        List<Tool> visible = new ToolFilter(options).visible(known);
        List<String> names = visible.stream().map(Tool::name).toList();
        ToolView asleep = new ToolView(
                new State.Registered(0, 0, ""),
                options.expose().resolvedFor(clientName),
                options.injectTools(),
                false,
                false,
                false,
                StubTool.named(options.name(), names),
                names,
                names.isEmpty() ? options.namedTools() : List.of(),
                visible);
        return new PromptCost(
                visible.size(),
                visible.stream()
                        .mapToInt(tool -> TokenEstimate.of(tool.promptPart()))
                        .sum(),
                TokenEstimate.of(asleep.result().toBytes()) - EMPTY_LIST,
                visible.stream().mapToInt(tool -> tool.raw().length).sum());
    }
}
