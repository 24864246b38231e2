package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server over stdio that behaves as well, or as badly, as its flags say. It needs nothing but the JDK.
 *
 * <p>With {@code --connect=HOST:PORT} it connects back to the test that caused it, tells it each line it receives, and
 * does what the test says in its own time: no test has to guess with a sleep how far the server has come.
 *
 * <p>Flags:
 *
 * <ul>
 *   <li>{@code --connect=HOST:PORT}, {@code --role=NAME}: the connection back and the name said there
 *   <li>{@code --gate=METHOD} (repeatable): the answers to METHOD wait until the test says {@code go METHOD}
 *   <li>{@code --start-delay=MS}: the same for {@code initialize}, by the clock, for use without a test
 *   <li>{@code --die-at-start=CODE}, {@code --die-unless=FILE}: exits before it reads anything, always or unless FILE exists
 *   <li>{@code --die-on-call=N}: exits when the Nth {@code tools/call} arrives
 *   <li>{@code --stderr=TEXT}, {@code --flood-stderr=KIB}: written before anything is read
 *   <li>{@code --ignore-eof}, {@code --ignore-term}: goes on living after the end of stdin, after SIGTERM
 *   <li>{@code --linger}: no server at all; holds the pipes it inherited and lives
 *   <li>{@code --grandchild}, {@code --grandchild-ignores-term}: starts a lingering process on the same pipes
 *   <li>{@code --banner=TEXT}, {@code --junk=TEXT}: lines on stdout before the first frame, before every frame
 *   <li>{@code --bom}, {@code --crlf}: a byte order mark in front of everything; line ends of Windows
 *   <li>{@code --never-initializes}, {@code --never-answers}: silence, to {@code initialize} or to every call
 *   <li>{@code --initialize-error=MESSAGE}, {@code --protocol-version=V}, {@code --capabilities=JSON},
 *       {@code --instructions=TEXT}: what {@code initialize} is answered
 *   <li>{@code --ping-first}: sends a ping before it answers {@code initialize}
 *   <li>{@code --roots-first}: asks for the roots as soon as it is initialized
 *   <li>{@code --storm=N}: sends N list_changed notifications as soon as it is initialized
 *   <li>{@code --tool=JSON} (repeatable): one more tool, listed as written
 *   <li>{@code --page-size=N}, {@code --endless-cursor}: lists in pages; a list that never ends
 *   <li>{@code --list-error=METHOD}, {@code --die-on=METHOD} (repeatable): METHOD is answered with an error; kills the server
 *   <li>{@code --modern}: speaks revision 2026-07-28 alone, see {@link FakeModern}
 *   <li>{@code --modern-while=FILE}: the same, as long as FILE exists when the server starts
 *   <li>{@code --answers-cancelled}: answers a gated call even after it was cancelled
 * </ul>
 */
public final class FakeServer implements ControlLink.Listener {
    /** The exit code of a server that was told to die. */
    static final int DEATH = 7;

    private final FakeOptions options;
    private final FakeTools tools;
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final OutputStream err = new FileOutputStream(FileDescriptor.err);
    private final @Nullable ControlLink link;
    private final @Nullable FakeModern modern;
    private final List<byte[]> received = new ArrayList<>();
    private final Map<String, List<Held>> held = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Map<String, Consumer<SpelledJson>> asked = new HashMap<>();
    private final Set<String> subscriptions = new HashSet<>();
    private final Set<String> cancelled = new HashSet<>();
    private boolean initializeAnswered;
    private boolean initialized;
    private int calls;

    /** An answer that waits for a gate. */
    private record Held(String id, Runnable answer) {}

    private FakeServer(FakeOptions options) throws IOException {
        this.options = options;
        this.tools = new FakeTools(this, options);
        this.modern = FakeModern.isWanted(options) ? new FakeModern(this, options) : null;
        this.link = options.has("connect") ? ControlLink.to(options.text("connect", "")) : null;
    }

    /** Starts the server. */
    public static void main(String[] args) throws IOException {
        FakeServer server = new FakeServer(new FakeOptions(List.of(args)));
        try {
            server.run();
        } catch (RuntimeException e) {
            server.writeErr("fake server: " + e + "\n" + Arrays.toString(e.getStackTrace()) + "\n");
            Runtime.getRuntime().halt(99);
        }
    }

    private void run() throws IOException {
        ControlLink control = link;
        if (control != null) {
            control.say(
                    "hello",
                    (options.text("role", "server") + " "
                                    + ProcessHandle.current().pid())
                            .getBytes(UTF_8));
            Thread listener = new Thread(() -> control.listen(this), "control");
            listener.setDaemon(true);
            listener.start();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::terminated, "terminated"));
        if (options.has("linger")) {
            forever();
        }
        start();
        Lines lines = new Lines(new FileInputStream(FileDescriptor.in));
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            receive(line);
        }
        say("eof", "");
        if (options.has("ignore-eof")) {
            forever();
        }
        Runtime.getRuntime().halt(0);
    }

    private void start() throws IOException {
        writeErr(options.text("stderr", ""));
        byte[] kibibyte = ("x".repeat(1023) + "\n").getBytes(UTF_8);
        for (int i = 0; i < options.number("flood-stderr", 0); i++) {
            err.write(kibibyte);
        }
        if (options.has("die-at-start")) {
            die(options.number("die-at-start", DEATH));
        }
        if (options.has("die-unless") && !new File(options.text("die-unless", "")).exists()) {
            die(DEATH);
        }
        if (options.has("grandchild") || options.has("grandchild-ignores-term")) {
            startGrandchild();
        }
        if (options.has("bom")) {
            out.write(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        }
        if (options.has("banner")) {
            writeOut(options.text("banner", "") + "\n");
        }
    }

    private void startGrandchild() throws IOException {
        List<String> command = new ArrayList<>(command());
        command.addAll(List.of("--linger", "--role=grandchild", "--connect=" + options.text("connect", "")));
        if (options.has("grandchild-ignores-term")) {
            command.add("--ignore-term");
        }
        new ProcessBuilder(command).inheritIO().start();
    }

    /** How this class is started, flags aside; quickly, since a test may start it several times. */
    static List<String> command() {
        String classes = FakeServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return List.of(
                javaCommand(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-cp",
                new File(classes).getPath(),
                FakeServer.class.getName());
    }

    static String javaCommand() {
        return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    }

    /** A shutdown hook runs for a signal and not for {@code halt}; one that never ends makes SIGTERM ineffective. */
    private void terminated() {
        say("terminated", "");
        if (options.has("ignore-term")) {
            forever();
        }
    }

    private static void forever() {
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            try {
                never.await();
            } catch (InterruptedException e) {
                // Nobody interrupts these threads, and they are not to end.
            }
        }
    }

    // What arrives on stdin.

    private void receive(byte[] line) {
        synchronized (this) {
            received.add(line);
        }
        ControlLink control = link;
        if (control != null) {
            control.say("received", line);
        }
        SpelledJson frame = SpelledJson.parse(line);
        if (frame.isArray()) {
            violation("a batch, which no server of this kind understands");
        } else if (modern != null) {
            modern.receive(frame);
        } else if (!frame.get("method").present()) {
            answered(frame);
        } else if (frame.get("id").present()) {
            checkOrder(frame.get("method").text());
            request(frame);
        } else {
            notification(frame);
        }
    }

    private void checkOrder(String method) {
        if (method.equals("server/discover") && options.has("modern-while")) {
            return; // it is taken for what it was
        }
        if (method.equals("initialize") == initializeAnswered) {
            violation(method + (initializeAnswered ? " a second time" : " before initialize"));
        } else if (initializeAnswered && !initialized && !method.equals("ping")) {
            violation(method + " before notifications/initialized");
        }
    }

    private void answered(SpelledJson frame) {
        Consumer<SpelledJson> waiting;
        synchronized (this) {
            waiting = asked.remove(frame.get("id").key());
        }
        if (waiting == null) {
            violation("an answer to something never asked: " + frame.raw());
        } else {
            waiting.accept(frame);
        }
    }

    private void notification(SpelledJson frame) {
        switch (frame.get("method").text()) {
            case "notifications/initialized" -> {
                initialized = true;
                if (options.has("roots-first")) {
                    ask("0", "roots/list", "{}", answer -> say("roots", answer.raw()));
                }
                for (int i = 0; i < options.number("storm", 0); i++) {
                    notify("notifications/tools/list_changed", "{}");
                }
            }
            case "notifications/cancelled" -> cancel(frame.get("params").get("requestId"));
            default -> {}
        }
    }

    synchronized void cancel(SpelledJson id) {
        if (!options.has("answers-cancelled")) {
            cancelled.add(id.key());
        }
    }

    void request(SpelledJson frame) {
        String method = frame.get("method").text();
        String id = frame.get("id").raw();
        SpelledJson params = frame.get("params");
        Runnable answer = switch (method) {
            case "initialize" -> () -> initialize(id, params);
            case "ping", "resources/unsubscribe", "logging/setLevel" -> () -> result(id, "{}");
            case "resources/subscribe" ->
                () -> {
                    subscriptions.add(params.get("uri").text());
                    result(id, "{}");
                };
            case "tools/list" -> () -> page(id, params, "tools", tools.list());
            case "tools/call" -> () -> call(id, params);
            case "resources/list" -> () -> page(id, params, "resources", FakeTools.RESOURCES);
            case "resources/templates/list" -> () -> page(id, params, "resourceTemplates", List.of());
            case "prompts/list" -> () -> page(id, params, "prompts", FakeTools.PROMPTS);
            case "resources/read" ->
                () -> result(id, "{\"contents\":[{\"uri\":" + params.get("uri").raw() + ",\"text\":\"read\"}]}");
            case "prompts/get" ->
                () -> result(
                        id, "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"got\"}}]}");
            case "completion/complete" -> () -> result(id, "{\"completion\":{\"values\":[\"completed\"]}}");
            default -> () -> error(id, -32601, "Method not found: " + method);
        };
        if (options.texts("die-on").contains(method)) {
            writeErr("dying on " + method + "\n");
            die(DEATH);
        }
        if (options.texts("list-error").contains(method)) {
            error(id, -32603, "cannot list now");
        } else if (options.texts("gate").contains(method)) {
            hold(method, id, answer);
        } else {
            answer.run();
        }
    }

    private void initialize(String id, SpelledJson params) {
        if (options.has("never-initializes")) {
            return;
        }
        if (options.has("start-delay")) {
            pause(options.number("start-delay", 0));
        }
        if (options.has("ping-first")) {
            ask("\"first\"", "ping", "{}", answer -> say("pong", answer.raw()));
        }
        if (options.has("initialize-error")) {
            error(id, -32602, options.text("initialize-error", ""));
            return;
        }
        initializeAnswered = true;
        String instructions = options.has("instructions")
                ? ",\"instructions\":" + SpelledJson.quote(options.text("instructions", ""))
                : "";
        result(
                id,
                "{\"protocolVersion\":"
                        + SpelledJson.quote(options.text(
                                "protocol-version",
                                params.get("protocolVersion").text()))
                        + ",\"capabilities\":" + options.text("capabilities", FakeTools.CAPABILITIES)
                        + ",\"serverInfo\":{\"name\":\"fake\",\"version\":\"1.0\"}" + instructions + "}");
    }

    private static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void page(String id, SpelledJson params, String member, Collection<String> entries) {
        List<String> all = List.copyOf(entries);
        int size = options.number("page-size", Math.max(1, all.size()));
        int from = params.get("cursor").present()
                ? Integer.parseInt(params.get("cursor").text().replace("page-", ""))
                : 0;
        int to = Math.min(from + size, all.size());
        String next = options.has("endless-cursor") ? "page-0" : to < all.size() ? "page-" + to : "";
        String cursor = next.isEmpty() ? "" : ",\"nextCursor\":" + SpelledJson.quote(next);
        result(id, "{\"" + member + "\":[" + String.join(",", all.subList(from, to)) + "]" + cursor + "}");
    }

    private void call(String id, SpelledJson params) {
        calls++;
        if (calls == options.number("die-on-call", -1)) {
            writeErr("dying on call " + calls + "\n");
            die(DEATH);
        }
        if (!options.has("never-answers")) {
            tools.call(id, params);
        }
    }

    // What the test says.

    @Override
    public void heard(String verb, byte[] payload) {
        switch (verb) {
            case "go" -> go(new String(payload, UTF_8));
            case "emit" -> write(payload);
            case "ask" -> ask("1", new String(payload, UTF_8), "{}", answer -> say("answered", answer.raw()));
            case "stderr" -> writeErr(new String(payload, UTF_8));
            case "halt" -> die(DEATH);
            default -> throw new IllegalArgumentException(verb);
        }
    }

    /** A server whose test is gone has no reason to live, whatever its flags say. */
    @Override
    public void hungUp() {
        die(98);
    }

    // What the tools need.

    /** Runs {@code answer} when the test opens the gate, at once if it has. */
    void hold(String gate, String id, Runnable answer) {
        synchronized (this) {
            if (!open.contains(gate)) {
                held.computeIfAbsent(gate, g -> new ArrayList<>()).add(new Held(id, answer));
                return;
            }
        }
        answer.run();
    }

    private void go(String gate) {
        List<Held> released;
        synchronized (this) {
            open.add(gate);
            released = Objects.requireNonNullElse(held.remove(gate), List.of());
        }
        for (Held call : released) {
            boolean dropped;
            synchronized (this) {
                dropped = cancelled.contains(SpelledJson.parse(call.id()).key());
            }
            if (!dropped) {
                call.answer().run();
            }
        }
    }

    /** Sends a request under the id that is spelled {@code id}. */
    void ask(String id, String method, String params, Consumer<SpelledJson> answer) {
        synchronized (this) {
            asked.put(SpelledJson.parse(id).key(), answer);
        }
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + SpelledJson.quote(method) + ",\"params\":" + params
                + "}");
    }

    void notify(String method, String params) {
        if (modern != null && modern.streams(method)) {
            modern.tell(method, params);
        } else {
            tell(method, params);
        }
    }

    void tell(String method, String params) {
        send("{\"jsonrpc\":\"2.0\",\"method\":" + SpelledJson.quote(method) + ",\"params\":" + params + "}");
    }

    void result(String id, String result) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":"
                + (modern == null ? result : FakeModern.complete(result)) + "}");
    }

    void error(String id, int code, String message) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":"
                + SpelledJson.quote(message) + "}}");
    }

    boolean subscribed(String uri) {
        return modern == null ? subscriptions.contains(uri) : modern.watches(uri);
    }

    List<String> argv() {
        return options.argv();
    }

    synchronized List<byte[]> received() {
        return List.copyOf(received);
    }

    private void send(String frame) {
        String junk = options.has("junk") ? options.text("junk", "") + "\n" : "";
        writeOut(junk + frame + (options.has("crlf") ? "\r\n" : "\n"));
    }

    void writeOut(String text) {
        write(text.getBytes(UTF_8));
    }

    private void write(byte[] bytes) {
        synchronized (out) {
            try {
                out.write(bytes);
            } catch (IOException e) {
                say("unheard", e.toString());
            }
        }
    }

    void writeErr(String text) {
        try {
            err.write(text.getBytes(UTF_8));
        } catch (IOException e) {
            say("unheard", e.toString());
        }
    }

    void closeOut() {
        try {
            out.close();
        } catch (IOException e) {
            say("unheard", e.toString());
        }
    }

    /** Ends the process at once: what is not in a pipe by now will never be. */
    static void die(int code) {
        Runtime.getRuntime().halt(code);
    }

    void violation(String what) {
        say("violation", what);
        writeErr("fake server: protocol violation: " + what + "\n");
    }

    private void say(String verb, String text) {
        ControlLink control = link;
        if (control != null) {
            control.say(verb, text.getBytes(UTF_8));
        }
    }
}
