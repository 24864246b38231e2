package dev.lazymcp.cli;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lazymcp call}. */
@Command(
        name = "call",
        description = {
            "Call a tool of a server, read a resource or get a prompt: through the stub in this session, which starts a server that"
                    + " sleeps, else by starting the server for this call.",
            "Text goes to stdout; what is no text is named on stderr."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CallCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    private final InputStream stdin;

    @Parameters(index = "0", paramLabel = "NAME", description = "The server.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "0..2",
            paramLabel = "TOOL [JSON|@FILE|-]",
            hideParamSyntax = true,
            description = "The tool, and its arguments: a JSON object, @ and a file with one, or - for one on stdin.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--arg",
            paramLabel = "NAME=VALUE",
            description = "An argument: text where the tool wants text, else JSON where it is some.")
    private List<String> pairs = new ArrayList<>();

    @Option(names = "--resource", paramLabel = "URI", description = "Read this resource instead.")
    private Optional<String> resource = Optional.empty();

    @Option(
            names = "--prompt",
            paramLabel = "PROMPT",
            description = "Get this prompt instead; arguments as for a tool.")
    private Optional<String> prompt = Optional.empty();

    @Mixin
    private CounterpartOptions options = new CounterpartOptions();

    CallCommand() {
        this(Surroundings.ofProcess());
    }

    CallCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.stdin = System.in;
    }

    @Override
    public Integer call() throws IOException {
        try {
            return answered();
        } catch (Refused refused) {
            surroundings.complainInLines(ConfigRun.message(refused));
            return refused.exitCode();
        }
    }

    private int answered() throws Refused, IOException {
        boolean isTool = resource.isEmpty() && prompt.isEmpty();
        int most = isTool ? 2 : prompt.isPresent() ? 1 : 0;
        if ((isTool && words.isEmpty()) || words.size() > most || (resource.isPresent() && prompt.isPresent())) {
            throw new Refused(
                    "say what to call: NAME TOOL [ARGUMENTS], NAME --resource URI or NAME --prompt PROMPT [ARGUMENTS]",
                    ConfigRun.USAGE);
        }
        Optional<String> text = most > 0 && words.size() == most ? Optional.of(words.getLast()) : Optional.empty();
        CallArguments arguments = CallArguments.read(text, pairs, surroundings.workingDirectory(), stdin);
        try (Counterpart server = options.find(name, surroundings)) {
            ResultText shown = new ResultText(surroundings.prompt().isPresent());
            if (resource.isPresent()) {
                Frame result = ask(server, "resources/read", Frame.of("{\"uri\":" + Json.quote(resource.get()) + "}"));
                return print(result, shown.resource(result), false);
            }
            if (prompt.isPresent()) {
                Frame result = ask(server, "prompts/get", params(prompt.get(), arguments.forTool(Optional.empty())));
                return print(result, shown.prompt(result), false);
            }
            String tool = words.getFirst();
            Optional<Tool> known = arguments.needSchema()
                    ? server.tools().stream()
                            .filter(one -> one.name().equals(tool))
                            .findFirst()
                    : Optional.empty();
            Frame result = ask(server, "tools/call", params(tool, arguments.forTool(known)));
            return print(result, shown.call(result), ResultText.isError(result));
        }
    }

    private Frame ask(Counterpart server, String method, Frame params) throws Refused {
        try (CallProgress progress =
                new CallProgress(surroundings.err(), surroundings.prompt().isPresent())) {
            return server.request(method, params, progress);
        }
    }

    private static Frame params(String name, Frame arguments) {
        return Frame.of("{\"name\":" + Json.quote(name) + ",\"arguments\":")
                .then(arguments)
                .then(Frame.of("}"));
    }

    private int print(Frame result, ResultText text, boolean isError) throws IOException {
        if (options.json) {
            result.writeTo(surroundings.out());
        } else {
            PrintStream to = isError ? surroundings.err() : surroundings.out();
            text.texts().forEach(to::println);
            text.leftOut()
                    .forEach(what -> surroundings
                            .err()
                            .println("lazymcp: left out: " + TerminalText.plain(what) + "; --json prints all"));
        }
        return isError ? ConfigRun.FAILURE : ConfigRun.OK;
    }
}
