package dev.lazymcp.cli;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.NativeImage;
import dev.lazymcp.probe.Conversation;
import dev.lazymcp.probe.Deadline;
import dev.lazymcp.probe.Fault;
import dev.lazymcp.probe.Notices;
import dev.lazymcp.probe.ProbeException;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.shim.ArgumentCheck;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StopPace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A server that is started for one command, and ended with it. A signal cancels what is asked and ends it too. */
final class DirectCounterpart implements Counterpart {
    /** How long {@code --shutdown} may take. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(5);

    private final ServerLaunch.Startable launch;
    private final StubChores chores;
    private final Masking masking;
    private final Conversation talk;
    private final Deadline deadline;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final Thread hook = new Thread(() -> end(StopPace.SIGNAL), "call-abort");

    private DirectCounterpart(ServerLaunch.Startable launch, StubChores chores, Conversation talk, Deadline deadline) {
        this.launch = launch;
        this.chores = chores;
        this.masking = Masking.of(launch);
        this.talk = talk;
        this.deadline = deadline;
    }

    /**
     * Starts the server and introduces us; it has until {@code deadline} for all that is asked.
     *
     * @param log takes lines about what is no answer to anybody
     */
    static DirectCounterpart start(ServerLaunch.Startable launch, Deadline deadline, Consumer<String> log)
            throws Refused {
        StubChores chores = new StubChores(() -> StderrSink.NOWHERE, log);
        DirectCounterpart started;
        try {
            chores.prepare(launch.definition());
            Conversation talk =
                    Conversation.begin(listener -> launch.begin(listener, StderrSink.NOWHERE, log, 1), Notices.NONE);
            started = new DirectCounterpart(launch, chores, talk, deadline);
        } catch (StartFailure failure) {
            throw new Refused(launch.definition().options().name() + " cannot be started: "
                    + Masking.of(launch).of(String.valueOf(failure.getMessage())));
        }
        NativeImage.takeSignals();
        Runtime.getRuntime().addShutdownHook(started.hook);
        try {
            started.talk.initialize(Build.THIS.version(), deadline);
            return started;
        } catch (ProbeException e) {
            Refused refused = started.refused(e.fault(), true);
            started.close();
            throw refused;
        }
    }

    @Override
    public String name() {
        return launch.definition().options().name();
    }

    @Override
    public Frame request(String method, Frame params, Consumer<Frame> progress) throws Refused {
        try {
            if (method.equals("tools/call")) {
                check(params);
            }
            return talk.request(method, params, deadline, progress);
        } catch (ProbeException e) {
            throw refused(e.fault(), false);
        }
    }

    /** The same as a stub looks at before it passes a call on. */
    private void check(Frame params) throws Refused {
        StubOptions options = launch.definition().options();
        String name = Json.string(params, "name");
        List<Tool> tools = tools();
        if (name != null && options.deniedTools().contains(name)) {
            throw new Refused("the entry of " + name() + " forbids the tool " + name + " (--deny-tools)");
        }
        if (name == null || !options.allows(name)) {
            throw new Refused("the entry of " + name() + " allows the tools " + String.join(", ", options.tools())
                    + ", and not " + name);
        }
        Tool tool = tools.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
        if (tool == null && !tools.isEmpty()) {
            throw new Refused(name() + " has no tool " + name + "; it has "
                    + String.join(", ", tools.stream().map(Tool::name).toList()));
        }
        Span arguments = Json.find(params, "arguments");
        String complaint = tool == null
                ? ""
                : ArgumentCheck.complaint(tool, arguments == null ? Frame.of("{}") : params.part(arguments));
        if (!complaint.isEmpty()) {
            throw new Refused(complaint);
        }
    }

    @Override
    public List<Tool> tools() throws Refused {
        StubOptions options = launch.definition().options();
        return Counterpart.super.tools().stream()
                .filter(tool -> options.allows(tool.name()))
                .toList();
    }

    private Refused refused(Fault fault, boolean starting) {
        String what = fault instanceof Fault.Refused(String method, String _, Frame error)
                ? "answered " + method + " with an error: " + ServerError.text(error)
                : (starting ? "did not start: it " : "") + fault.inWords();
        String tail = fault instanceof Fault.Refused ? "" : talk.stderrTail();
        return new Refused(masking.of(name() + " " + what + (tail.isEmpty() ? "" : "\nIts last words:\n" + tail)));
    }

    @Override
    public void close() {
        end(StopPace.EOF);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is at work: this process is about to end.
        }
    }

    private void end(StopPace pace) {
        if (pace == StopPace.SIGNAL) {
            talk.cancel();
        }
        if (ending.compareAndSet(false, true) || pace == StopPace.SIGNAL) {
            chores.leave();
            talk.stop(pace);
            chores.shutDown(launch.definition(), System.nanoTime() + SHUTDOWN.toNanos());
        }
    }
}
