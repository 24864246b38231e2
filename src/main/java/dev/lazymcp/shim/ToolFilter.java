package dev.lazymcp.shim;

import dev.lazymcp.catalog.Diagnosis;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.catalog.ToolDoctor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of the server's tools the client may see: those that the entry names, and none whose schema makes clients drop the whole
 * list.
 *
 * @param options the stub's
 */
record ToolFilter(StubOptions options) {
    /** Those of {@code tools} to show, as they are to be shown. */
    List<Tool> visible(List<Tool> tools) {
        List<Tool> visible = new ArrayList<>(tools.size());
        for (Tool tool : tools) {
            Tool shown = shown(tool);
            if (shown != null) {
                visible.add(shown);
            }
        }
        return List.copyOf(visible);
    }

    /** {@code tool} as it is to be shown: the same, a repaired one, or null. */
    @Nullable
    Tool shown(Tool tool) {
        if (!options.allows(tool.name())) {
            return null;
        }
        return switch (ToolDoctor.examine(tool.raw())) {
            case Diagnosis.Healthy _ -> tool;
            case Diagnosis.Repaired repaired -> new Tool(tool.name(), repaired.raw());
            case Diagnosis.LeftOut _ -> null;
        };
    }
}
