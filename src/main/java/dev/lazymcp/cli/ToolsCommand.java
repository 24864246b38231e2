package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp tools}. */
@Command(
        name = "tools",
        description = {
            "Show the tools of a server, or all about one: through the stub in this session, else by starting the server for this.",
            "A stub whose server sleeps tells what it knows of its last run."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ToolsCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(index = "0", paramLabel = "NAME", description = "The server.")
    private String name = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "TOOL", description = "Only this one, with its schema.")
    private Optional<String> tool = Optional.empty();

    @Option(names = "--resources", description = "Its resources and templates of such instead.")
    private boolean resources;

    @Option(names = "--prompts", description = "Its prompts instead.")
    private boolean prompts;

    @Mixin
    private CounterpartOptions options = new CounterpartOptions();

    ToolsCommand() {
        this(Surroundings.ofProcess());
    }

    ToolsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        if ((resources && prompts) || (tool.isPresent() && (resources || prompts))) {
            surroundings.complain("a TOOL, --resources and --prompts exclude each other");
            return ConfigRun.USAGE;
        }
        try (Counterpart server = options.find(name, surroundings)) {
            if (prompts) {
                list("prompts", server.list("prompts/list"), "name");
            } else if (resources) {
                List<Frame> concrete = server.list("resources/list");
                List<Frame> templates = server.list("resources/templates/list");
                if (options.json) {
                    print("{\"resources\":" + array(concrete) + ",\"resourceTemplates\":" + array(templates) + "}");
                } else {
                    table(concrete, "uri");
                    table(templates, "uriTemplate");
                }
            } else if (tool.isPresent()) {
                describe(server.tools(), tool.get());
            } else {
                list(
                        "tools",
                        server.tools().stream().map(one -> Frame.of(one.raw())).toList(),
                        "name");
            }
            return ConfigRun.OK;
        } catch (Refused refused) {
            surroundings.complainInLines(ConfigRun.message(refused));
            return refused.exitCode();
        }
    }

    private void list(String member, List<Frame> elements, String key) {
        if (options.json) {
            print("{\"" + member + "\":" + array(elements) + "}");
        } else {
            table(elements, key);
        }
    }

    private void print(String json) {
        surroundings.out().println(json);
    }

    private static String array(List<Frame> elements) {
        return "[" + String.join(",", elements.stream().map(Frame::toString).toList()) + "]";
    }

    private void table(List<Frame> elements, String key) {
        TextTable table = new TextTable("", "");
        for (Frame element : elements) {
            String id = Json.string(element, key);
            table.row(id == null ? "" : id, summary(element));
        }
        table.lines(surroundings.width()).stream().skip(1).forEach(surroundings.out()::println);
    }

    private static String summary(Frame element) {
        try {
            return Tool.parse(element.toBytes()).summary();
        } catch (IOException noObject) {
            return "";
        }
    }

    private void describe(List<Tool> tools, String wanted) throws Refused, IOException {
        Tool found = tools.stream()
                .filter(one -> one.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new Refused(name + " has no tool " + wanted + "; it has "
                        + String.join(", ", tools.stream().map(Tool::name).toList())));
        if (options.json) {
            surroundings.out().println(Frame.of(found.raw()));
            return;
        }
        PrintStream out = surroundings.out();
        Frame raw = Frame.of(found.raw());
        out.println(TerminalText.plain(found.name()));
        String description = Json.string(raw, "description");
        if (description != null && !description.isBlank()) {
            out.println();
            out.println(PlainText.of(description.strip()));
        }
        for (String member : List.of("inputSchema", "outputSchema", "annotations")) {
            Span span = Json.find(raw, member);
            if (span != null) {
                out.println();
                out.println(member + ": " + PlainText.of(pretty(raw.part(span))));
            }
        }
    }

    private static String pretty(Frame json) throws IOException {
        return JsonMapper.builder().build().readTree(json.toBytes()).toPrettyString();
    }
}
