package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A running {@code lazymcp wrap}, and the client that talks to it. */
final class StubProcess {
    static final String CLIENT = "{\"name\":\"process-suite\",\"version\":\"1.0\"}";
    static final String LATEST = "2025-11-25";
    private static final byte[] END = new byte[0];

    private final Process process;
    private final OutputStream stdin;
    private final BlockingQueue<byte[]> input = new LinkedBlockingQueue<>();
    private final Feed<Frame> output = new Feed<>("the stub's stdout");
    private final Feed<Frame> errors = new Feed<>("the stub's stderr");
    private final List<String> transcript = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final AtomicInteger nextId = new AtomicInteger(100);
    private final long startedAt = System.nanoTime();

    private StubProcess(Process process) {
        this.process = process;
        this.stdin = process.getOutputStream();
    }

    static StubProcess start(ProcessBuilder builder) throws IOException {
        StubProcess stub = new StubProcess(builder.start());
        stub.pump("stdout", stub.process.getInputStream(), stub.output, "<- ");
        Thread writer = new Thread(stub::write, "stdin");
        writer.setDaemon(true);
        writer.start();
        stub.pump("stderr", stub.process.getErrorStream(), stub.errors, "!! ");
        return stub;
    }

    private void pump(String name, InputStream from, Feed<Frame> to, String mark) {
        to.fill(name, () -> from, line -> {
            Frame frame = new Frame(line);
            note(mark + frame);
            return frame;
        });
    }

    // What the client says.

    /** Sends {@code line} as it is, one line. */
    void send(String line) {
        Frame frame = new Frame(line.getBytes(UTF_8));
        note("-> " + frame);
        remember(line);
        input.add((line + "\n").getBytes(UTF_8));
    }

    /** Writes in the order of the client, and never makes the client wait: a stub that does not read must not hang a test. */
    private void write() {
        try (stdin) {
            for (byte[] line = input.take(); line.length > 0; line = input.take()) {
                stdin.write(line);
                stdin.flush();
            }
        } catch (IOException e) {
            note("-> (not read: " + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps the ids of what was asked, to be able to say later that each was answered once and nothing else was. */
    private void remember(String line) {
        try {
            SpelledJson json = SpelledJson.parse(line.replace("\ufeff", ""));
            List<SpelledJson> frames = json.isArray() ? json.items() : List.of(json);
            synchronized (asked) {
                frames.stream()
                        .filter(f -> f.get("id").present())
                        .forEach(f -> asked.add(f.get("id").key()));
            }
        } catch (IllegalArgumentException broken) {
            // Sent to see what becomes of it.
        }
    }

    /** Sends a request and returns its id as it was spelled, for the answer to be awaited by. */
    String ask(String method, String params) {
        String id = Integer.toString(nextId.getAndIncrement());
        ask(id, method, params);
        return id;
    }

    void ask(String id, String method, String params) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + SpelledJson.quote(method) + ",\"params\":" + params
                + "}");
    }

    Frame request(String method, String params) {
        return awaitResponse(ask(method, params));
    }

    void notify(String method, String params) {
        send("{\"jsonrpc\":\"2.0\",\"method\":" + SpelledJson.quote(method) + ",\"params\":" + params + "}");
    }

    void cancel(String id) {
        notify("notifications/cancelled", "{\"requestId\":" + id + ",\"reason\":\"changed my mind\"}");
    }

    /** Answers a request that came from the server. */
    void answer(Frame request, String result) {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + request.spelled().get("id").raw() + ",\"result\":" + result + "}");
    }

    /** The handshake of an ordinary client. */
    Frame initialize() {
        return initialize(LATEST, CLIENT, "{\"roots\":{\"listChanged\":true},\"sampling\":{},\"elicitation\":{}}");
    }

    Frame initialize(String version) {
        return initialize(version, CLIENT, "{}");
    }

    Frame initialize(String version, String clientInfo, String capabilities) {
        Frame answer = requestInitialize(version, clientInfo, capabilities);
        notify("notifications/initialized", "{}");
        return answer;
    }

    Frame requestInitialize(String version, String clientInfo, String capabilities) {
        return request(
                "initialize",
                "{\"protocolVersion\":" + SpelledJson.quote(version) + ",\"capabilities\":" + capabilities
                        + ",\"clientInfo\":" + clientInfo + "}");
    }

    String askCall(String tool, String arguments) {
        return ask("tools/call", "{\"name\":" + SpelledJson.quote(tool) + ",\"arguments\":" + arguments + "}");
    }

    Frame call(String tool, String arguments) {
        return awaitResponse(askCall(tool, arguments));
    }

    List<String> toolNames() {
        return request("tools/list", "{}").toolNames();
    }

    // What the client hears.

    Frame awaitResponse(String id) {
        SpelledJson spelled = SpelledJson.parse(id);
        return output.await("an answer to " + id, frame -> frame.isResponseTo(spelled));
    }

    Frame awaitRequest(String method) {
        return output.await("a request " + method, frame -> frame.isRequest(method));
    }

    Frame awaitNotification(String method) {
        return output.await(method, frame -> frame.isNotification(method));
    }

    Frame await(String what, Predicate<? super Frame> wanted) {
        return output.await(what, wanted);
    }

    Frame await(String what, int nth, Predicate<? super Frame> wanted) {
        return output.await(what, nth, wanted);
    }

    /** Everything on stdout so far, in order. */
    List<Frame> frames() {
        return output.all();
    }

    int indexOf(Frame frame) {
        return frames().indexOf(frame);
    }

    List<Frame> notifications(String method) {
        return frames().stream().filter(frame -> frame.isNotification(method)).toList();
    }

    boolean answered(String id) {
        SpelledJson spelled = SpelledJson.parse(id);
        return frames().stream().anyMatch(frame -> frame.isResponseTo(spelled));
    }

    void awaitStderr(String part) {
        errors.await(part, line -> line.text().contains(part));
    }

    // The process.

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** The processes that the stub itself started and that live. */
    List<ProcessHandle> children() {
        return process.children().toList();
    }

    /** Every process below the stub that lives. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** What a client does first when it has had enough. */
    void closeStdin() {
        note("-> (end)");
        input.add(END);
    }

    /** Stops reading, so that the stub's next write fails. */
    void closeStdout() throws IOException {
        process.getInputStream().close();
    }

    /** Sends a signal by its name, without SIG. */
    void signal(String name) throws IOException, InterruptedException {
        note("-> (SIG" + name + ")");
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start().waitFor();
    }

    /**
     * Ends it as clients do, by {@code EOF} or by a signal. Where that signal is ignored the test is skipped: a suite that a shell
     * started in the background has SIGINT ignored for it, and so for all that it starts.
     */
    void end(String how) throws IOException, InterruptedException {
        if (how.equals("EOF")) {
            closeStdin();
            return;
        }
        int exit = new ProcessBuilder("sh", "-c", "kill -" + how + " $$; exit 0")
                .start()
                .waitFor();
        assumeTrue(exit != 0, "SIG" + how + " is ignored here");
        signal(how);
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(Feed.DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the stub did not exit within " + Feed.DEADLINE);
        }
        return process.exitValue();
    }

    /** Nobody holds its stdout and stderr any more, and everything it wrote was read. */
    void awaitEndOfOutput() {
        output.awaitClosed();
        errors.awaitClosed();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** What holds for every session, whatever it was about. */
    void checkInvariants() {
        List<String> open;
        synchronized (asked) {
            open = new ArrayList<>(asked);
        }
        for (Frame frame : frames()) {
            SpelledJson json = frame.spelled();
            for (SpelledJson one : json.isArray() ? json.items() : List.of(json)) {
                if (!one.get("jsonrpc").text().equals("2.0")) {
                    throw new AssertionError("something on stdout that is no JSON-RPC: " + frame);
                }
                boolean response = !one.get("method").present();
                boolean unmatched =
                        !one.get("id").present() || one.get("id").raw().equals("null");
                if (response && !unmatched && !open.remove(one.get("id").key())) {
                    throw new AssertionError("answered twice, or never asked: " + frame);
                }
            }
        }
    }

    private void note(String line) {
        synchronized (transcript) {
            transcript.add("%8.1f ms %s".formatted((System.nanoTime() - startedAt) / 1e6, line));
        }
    }

    String transcript() {
        synchronized (transcript) {
            return String.join("\n", transcript);
        }
    }
}
