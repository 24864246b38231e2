package dev.lazymcp.probe;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.ProtocolVersions;
import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StopPace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Visits one server, once: starts it, reads all its lists, ends it. */
public final class Visitor {
    private final String version;
    private final Duration limit;
    private final Consumer<Phase> progress;
    private final Map<Phase, Duration> took = new EnumMap<>(Phase.class);
    private final List<String> remarks = new ArrayList<>();
    private Phase phase = Phase.SPAWN;
    private long since;
    private @Nullable Conversation talk;
    private boolean aborted;

    /**
     * @param version ours, as the server is told it and the catalog keeps it
     * @param limit how long the server may take until its last list is read; its end has a time limit of its own
     * @param progress hears of each phase as it begins, on the visiting thread
     */
    public Visitor(String version, Duration limit, Consumer<Phase> progress) {
        this.version = version;
        this.limit = limit;
        this.progress = progress;
    }

    /** Visits the server that {@code start} starts; blocks until it is gone again. */
    public Visit visit(Conversation.Start start) {
        since = System.nanoTime();
        progress.accept(phase);
        Deadline deadline = Deadline.in(limit);
        Conversation server;
        try {
            server = Conversation.begin(start, Notices.NONE);
        } catch (StartFailure failure) {
            return notStarted(failure);
        }
        hold(server);
        Optional<CatalogEntry> learned = Optional.empty();
        Optional<Visit.Failure> failure = Optional.empty();
        try {
            learned = Optional.of(ask(server, deadline));
        } catch (ProbeException e) {
            failure = Optional.of(failure(server, e.fault()));
        } catch (RuntimeException bug) {
            stop(server, StopPace.SIGNAL);
            throw bug;
        }
        Optional<Exit> exit = server.exit();
        enter(Phase.SHUTDOWN);
        boolean gone = stop(server, StopPace.EOF);
        leave();
        if (failure.isEmpty()) {
            failure = gone
                    ? Optional.empty()
                    : Optional.of(new Visit.Failure(
                            Phase.SHUTDOWN, "it does not end: a process of it is still there after SIGKILL", false));
            remarkEnd(server);
        }
        return new Visit(learned, failure, took, server.noise(), server.stderrTail(), exit, remarks);
    }

    /** Ends the server in a hurry, whatever it is at; the visit fails by that. May be called from any thread. */
    public void abort() {
        Conversation running;
        synchronized (this) {
            aborted = true;
            running = talk;
        }
        if (running != null) {
            running.stop(StopPace.SIGNAL);
        }
    }

    private void hold(Conversation server) {
        boolean late;
        synchronized (this) {
            talk = server;
            late = aborted;
        }
        if (late) {
            stop(server, StopPace.SIGNAL);
        }
    }

    /** Also where this thread was interrupted, which cuts a visit short and not its end: nothing is to be left behind. */
    private static boolean stop(Conversation server, StopPace pace) {
        boolean interrupted = Thread.interrupted();
        try {
            return server.stop(pace);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private CatalogEntry ask(Conversation server, Deadline deadline) throws ProbeException {
        long began = System.nanoTime();
        enter(Phase.INITIALIZE);
        ServerFacts facts = server.initialize(version, deadline);
        enter(Phase.LIST);
        List<Tool> tools = facts.serves("tools/list") ? tools(server.list("tools/list", deadline)) : List.of();
        long startMillis = (System.nanoTime() - began) / 1_000_000;
        Map<String, List<byte[]>> lists = new HashMap<>();
        for (String method : List.of("prompts/list", "resources/list", "resources/templates/list")) {
            if (facts.serves(method)) {
                lists.put(method, others(server, method, deadline));
            }
        }
        return CatalogEntry.learned(
                facts, ProtocolVersions.LATEST, tools, lists, Instant.now().toString(), version, startMillis);
    }

    /** Clients live with a server that refuses a list besides its tools, although it says that it has one. */
    private List<byte[]> others(Conversation server, String method, Deadline deadline) throws ProbeException {
        try {
            return server.list(method, deadline).stream().map(Frame::toBytes).toList();
        } catch (ProbeException e) {
            if (e.fault() instanceof Fault.Refused refused) {
                remarks.add(refused.inWords());
                return List.of();
            }
            throw e;
        }
    }

    private List<Tool> tools(List<Frame> listed) {
        List<Tool> tools = new ArrayList<>(listed.size());
        for (Frame element : listed) {
            try {
                tools.add(Tool.parse(element.toBytes()));
            } catch (IOException e) {
                remarks.add("lists something that is no tool: " + Text.oneLine(String.valueOf(e.getMessage()), 200));
            }
        }
        return tools;
    }

    private Visit notStarted(StartFailure failure) {
        Phase where = switch (failure.kind()) {
            case NOT_FOUND, NOT_EXECUTABLE, BAD_CWD -> Phase.RESOLVE;
            case INIT, OTHER -> Phase.SPAWN;
        };
        leave();
        return new Visit(
                Optional.empty(),
                Optional.of(new Visit.Failure(where, String.valueOf(failure.getMessage()), false)),
                took,
                Noise.NONE,
                failure.stderrTail(),
                Optional.empty(),
                List.of());
    }

    /** A process that ended before it wrote a line never was a server: what is wrong is how it was started. */
    private Visit.Failure failure(Conversation server, Fault fault) {
        boolean stillborn = fault instanceof Fault.Ended
                && server.pid().isPresent()
                && !server.hasSpoken()
                && server.noise().isNone();
        return new Visit.Failure(stillborn ? Phase.SPAWN : phase, "it " + fault.inWords(), fault.isPassing());
    }

    private void remarkEnd(Conversation server) {
        if (server.exit().orElse(null) instanceof Exit.Signalled(int signal, String _) && signal == 9) {
            remarks.add("had to be killed: it ended neither when its input was closed nor on SIGTERM");
        }
    }

    private void enter(Phase next) {
        leave();
        phase = next;
        progress.accept(next);
    }

    private void leave() {
        long now = System.nanoTime();
        took.merge(phase, Duration.ofNanos(now - since), Duration::plus);
        since = now;
    }
}
