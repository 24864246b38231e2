package dev.lazymcp.probe;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A server without a process, that answers in memory what a test tells it to. */
final class ScriptedServer implements Upstream, Conversation.Start {
    private final Map<String, Function<Message.Request, List<String>>> answers = new HashMap<>();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final List<Frame> waiting = new ArrayList<>();
    private UpstreamListener listener = new UpstreamListener() {
        @Override
        public void received(FrameReader.Read read) {}

        @Override
        public void unanswered(Frame rawId, String reason) {
            throw new IllegalStateException("nobody listens yet");
        }

        @Override
        public void ended(Exit exit) {}
    };
    private boolean broken;
    private boolean unkillable;

    ScriptedServer() {
        result("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{}}");
    }

    /** Requests for {@code method} have this result. */
    ScriptedServer result(String method, String result) {
        return lines(method, "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":" + result + "}");
    }

    /** Requests for {@code method} cause these lines, in which ID stands for the request's id. */
    ScriptedServer lines(String method, String... lines) {
        answers.put(
                method,
                request -> java.util.stream.Stream.of(lines)
                        .map(line -> line.replace("ID", request.rawId().toString()))
                        .toList());
        return this;
    }

    ScriptedServer answer(String method, Function<Message.Request, List<String>> answer) {
        answers.put(method, answer);
        return this;
    }

    /** From now on nothing can be written to it. */
    void breakInput() {
        broken = true;
    }

    ScriptedServer unkillable() {
        unkillable = true;
        return this;
    }

    void says(String line) {
        listener.received(new FrameReader.Line(Frame.of(line)));
    }

    void says(FrameReader.Read read) {
        listener.received(read);
    }

    void ends(Exit exit) {
        listener.ended(exit);
    }

    /** The next line that it was told. */
    String heard() throws InterruptedException {
        String line = heard.poll(60, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("nothing was said to the server");
        }
        return line;
    }

    @Override
    public Upstream start(UpstreamListener to) {
        listener = to;
        return this;
    }

    @Override
    public void send(Frame frame) {
        waiting.add(frame);
    }

    @Override
    public boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    @Override
    public void flush() throws IOException {
        if (broken) {
            throw new IOException("Broken pipe");
        }
        List<Frame> frames = List.copyOf(waiting);
        waiting.clear();
        for (Frame frame : frames) {
            heard.add(frame.toString());
            if (Message.read(frame) instanceof Message.Request request) {
                answers.getOrDefault(request.method(), _ -> List.of())
                        .apply(request)
                        .forEach(this::says);
            }
        }
    }

    @Override
    public boolean stop(StopPace pace) {
        listener.ended(new Exit.Exited(0, "its last words"));
        return !unkillable;
    }

    @Override
    public String stderrTail() {
        return "so far";
    }

    @Override
    public Optional<Long> pid() {
        return Optional.of(1L);
    }
}
