package dev.lazymcp.cli;

import dev.lazymcp.catalog.TokenEstimate;
import dev.lazymcp.os.NativeImage;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lazymcp demo}: a whole lazy session with real processes, and what each step of it costs. */
@Command(
        name = "demo",
        description =
                "A whole lazy session against a small server of its own: each step with state, time, memory and tokens.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DemoCommand implements Callable<Integer> {
    private static final String HELLO =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"demo\",\"version\":\"1\"}}";

    @Spec
    @Nullable
    CommandSpec spec;

    private @Nullable PrintWriter out;

    @Override
    public Integer call() throws IOException {
        if (spec == null) {
            throw new IllegalStateException("picocli fills in the spec");
        }
        out = spec.commandLine().getOut();
        Path home = Files.createTempDirectory("lazymcp-demo");
        try {
            List<String> stub = new ArrayList<>(self());
            stub.addAll(List.of("wrap", "--name", "demo", "--"));
            stub.addAll(self());
            stub.add("demo-server");
            say("A client, a stub in front of a server, and no server until it is used.");
            session("First session: nobody knows the server yet", stub, home);
            session("Second session: the catalog knows what is inside", stub, home);
            say("\nNothing of this is left: no process, no file.");
        } finally {
            delete(home);
        }
        return 0;
    }

    private void session(String title, List<String> stub, Path home) throws IOException {
        say("\n" + title);
        say(String.format(Locale.ROOT, "  %-46s %-11s %9s %9s %7s", "step", "state", "time", "memory", "tokens"));
        long began = System.nanoTime();
        long leaving;
        try (DemoClient client = DemoClient.start(stub, home)) {
            client.ask("initialize", HELLO);
            row(client, "start the stub, initialize", began, -1);
            client.tell("notifications/initialized");

            long listing = System.nanoTime();
            Frame tiny = client.ask("tools/list", "{}");
            row(client, "tools/list: " + names(tiny), listing, tokens(tiny));

            long calling = System.nanoTime();
            Frame answer = client.ask(
                    "tools/call",
                    "{\"name\":\"use_demo\",\"arguments\":{\"tool\":\"upper\",\"arguments\":{\"text\":\"lazy\"}}}");
            row(client, "first call, the server starts: " + text(answer), calling, -1);
            for (String notification : client.notifications()) {
                say("    the stub says: " + notification);
            }

            long relisting = System.nanoTime();
            Frame real = client.ask("tools/list", "{}");
            row(client, "tools/list: " + names(real), relisting, tokens(real));

            long again = System.nanoTime();
            Frame direct = client.ask("tools/call", "{\"name\":\"reverse\",\"arguments\":{\"text\":\"lazy\"}}");
            row(client, "call of a real tool: " + text(direct), again, -1);
            leaving = System.nanoTime();
        }
        say(String.format(
                Locale.ROOT, "  %-46s %-11s %6.1f ms", "the client leaves, all processes are gone", "", ms(leaving)));
    }

    private void row(DemoClient client, String step, long since, int tokens) throws IOException {
        double time = ms(since);
        OptionalLong memory = client.memory();
        say(String.format(
                Locale.ROOT,
                "  %-46s %-11s %6.1f ms %9s %7s",
                step,
                client.servers() == 0 ? "REGISTERED" : "ACTIVE",
                time,
                memory.isPresent() ? String.format(Locale.ROOT, "%.1f MB", memory.getAsLong() / 1024.0) : "-",
                tokens < 0 ? "" : Integer.toString(tokens)));
    }

    private static double ms(long since) {
        return (System.nanoTime() - since) / 1e6;
    }

    private static int tokens(Frame list) {
        return TokenEstimate.of(list.toBytes());
    }

    private static String names(Frame list) {
        Span tools = Json.find(list, "tools");
        if (tools == null) {
            return "nothing";
        }
        Frame array = list.part(tools);
        List<Span> elements = Json.elements(array);
        String first = Json.string(array.part(elements.getFirst()), "name");
        return elements.size() == 1 ? String.valueOf(first) : elements.size() + " tools";
    }

    private static String text(Frame answer) throws IOException {
        Span content = Json.find(answer, "content");
        String text = null;
        if (content != null) {
            Frame array = answer.part(content);
            text = Json.string(array.part(Json.elements(array).getFirst()), "text");
        }
        if (text == null) {
            throw new IOException("the server answered " + answer);
        }
        return "\"" + text + "\"";
    }

    /** The command line that runs this program. */
    private static List<String> self() {
        String program = ProcessHandle.current()
                .info()
                .command()
                .orElseThrow(() -> new IllegalStateException("the system does not tell how this program was started"));
        return NativeImage.isRunning()
                ? List.of(program)
                : List.of(program, "-cp", System.getProperty("java.class.path"), "dev.lazymcp.Main");
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void say(String line) {
        if (out != null) {
            out.println(line);
            out.flush();
        }
    }
}
