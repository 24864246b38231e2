package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.catalog.CatalogDiff;
import dev.lazymcp.config.inventory.ServerEntry;
import dev.lazymcp.probe.Noise;
import dev.lazymcp.probe.Visit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.upstream.Exit;
import java.util.List;
import java.util.Locale;

/** A check's report for programs, as {@code docs/check.schema.json} describes it. Members are added to it, never changed. */
final class CheckJson {
    private CheckJson() {}

    static ObjectNode of(CheckReport report) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        root.put("status", report.status())
                .put("exit_code", report.exitCode())
                .put("duration_ms", report.took().toMillis());
        ArrayNode working = root.putArray("working_servers");
        report.working().forEach(server -> working(working.addObject(), server));
        ArrayNode failed = root.putArray("failed_servers");
        report.failed().forEach(server -> failed(failed.addObject(), server));
        ArrayNode unsupported = root.putArray("unsupported_servers");
        report.unsupported().forEach(server -> {
            ObjectNode node = unsupported.addObject();
            node.put("server_name", server.target().name())
                    .put("transport", server.transport().word())
                    .put("required", server.target().required())
                    .put("reason", server.reason());
            place(node.putObject("context"), server.target());
        });
        tools(root, report);
        root.putObject("prompt_tokens").put("awake", report.tokensAwake()).put("asleep", report.tokensAsleep());
        FindingReport.add(root.putArray("findings"), report.findings());
        return root;
    }

    private static void working(ObjectNode node, Checked.Working server) {
        node.put("server_name", server.target().name())
                .put("required", server.target().required())
                .put("transport", server.target().transport().word());
        node.put(
                "protocol_version",
                server.learned().protocolVersions().values().iterator().next());
        Frame info = Frame.of(server.learned().serverInfo());
        text(node, "reported_name", Json.string(info, "name"));
        text(node, "reported_version", Json.string(info, "version"));
        node.put("tools", server.learned().tools().size())
                .put("prompts", server.learned().prompts().size())
                .put("resources", server.learned().resources().size())
                .put("resource_templates", server.learned().resourceTemplates().size());
        node.putObject("prompt_tokens")
                .put("awake", server.cost().awake())
                .put("asleep", server.cost().asleep());
        timings(node, server.visit());
        strings(node, "remarks", server.visit().remarks());
        noise(node, server.visit().noise());
        place(node.putObject("context"), server.target());
    }

    private static void failed(ObjectNode node, Checked.Failed server) {
        node.put("server_name", server.target().name())
                .put("phase", server.failure().phase().word())
                .put("required", server.target().required())
                .put("error", server.failure().reason())
                .put("recoverable", server.failure().recoverable());
        ObjectNode context = node.putObject("context");
        place(context, server.target());
        if (server.target().launch() instanceof ServerLaunch.Local local) {
            local.command().directory().ifPresent(directory -> context.put("cwd", directory));
        }
        server.visit().exit().ifPresent(exit -> exit(context, exit));
        if (!server.visit().stderrTail().isBlank()) {
            context.put("stderr", server.visit().stderrTail());
        }
        noise(context, server.visit().noise());
        timings(context, server.visit());
    }

    private static void exit(ObjectNode context, Exit exit) {
        switch (exit) {
            case Exit.Exited(int code, String _) -> context.put("exit_code", code);
            case Exit.Signalled(int signal, String _) -> context.put("signal", signal);
            case Exit.ClosedOutput _, Exit.Unreadable _, Exit.Lost _, Exit.SessionLost _ -> {}
        }
    }

    private static void place(ObjectNode context, CheckTarget target) {
        ServerEntry entry = target.entry();
        strings(context, "clients", target.clients());
        context.put("file", entry.file().toString())
                .put("line", entry.position().line())
                .put("column", entry.position().column())
                .put("scope", entry.scope().name().toLowerCase(Locale.ROOT));
        strings(context, "command", target.shownCommand());
        target.shownUrl().ifPresent(url -> context.put("url", url));
    }

    private static void tools(ObjectNode root, CheckReport report) {
        ArrayNode available = root.putArray("available_tools");
        ArrayNode missing = root.putArray("missing_tools");
        ArrayNode changed = root.putArray("changed_tools");
        strings(
                root,
                "refused_servers",
                report.refused().stream().map(server -> server.target().name()).toList());
        for (Checked server : report.servers()) {
            String name = server.target().name();
            for (MissingTool tool : server.missing()) {
                missing.addObject()
                        .put("server_name", name)
                        .put("tool", tool.tool())
                        .put("reason", tool.reason().word());
            }
            if (server instanceof Checked.Working working) {
                working.visible()
                        .forEach(tool ->
                                available.addObject().put("server_name", name).put("tool", tool));
                changes(changed, name, working.changes());
            }
        }
    }

    private static void changes(ArrayNode changed, String server, CatalogDiff diff) {
        for (String tool : diff.added()) {
            changed.addObject()
                    .put("server_name", server)
                    .put("tool", tool)
                    .put("change", "added")
                    .putArray("parts");
        }
        for (CatalogDiff.Change change : diff.changed()) {
            ObjectNode node = changed.addObject()
                    .put("server_name", server)
                    .put("tool", change.name())
                    .put("change", "changed");
            strings(
                    node,
                    "parts",
                    change.parts().stream()
                            .map(part -> part.name().toLowerCase(Locale.ROOT))
                            .toList());
        }
    }

    private static void timings(ObjectNode node, Visit visit) {
        ObjectNode timings = node.putObject("timings_ms");
        visit.took().forEach((phase, duration) -> timings.put(phase.word(), duration.toMillis()));
    }

    private static void noise(ObjectNode node, Noise noise) {
        if (!noise.isNone()) {
            node.putObject("stdout_noise").put("lines", noise.lines()).put("first", noise.first());
        }
    }

    private static void text(ObjectNode node, String name, @org.jspecify.annotations.Nullable String value) {
        if (value != null) {
            node.put(name, value);
        }
    }

    private static void strings(ObjectNode node, String name, List<String> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(array::add);
    }
}
