package dev.lazymcp.cli;

import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.control.AgentsStore;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.hub.Household;
import dev.lazymcp.hub.Hub;
import dev.lazymcp.os.Background;
import dev.lazymcp.os.Directories;
import dev.lazymcp.os.ProcessIdentity;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Order;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.Timers;
import dev.lazymcp.upstream.StopPace;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The running hub: {@link Hub} on this process's streams, signals, files and directories. */
public final class HubProgram implements Household {
    private static final String NAME = "lazymcp";
    private static final Duration LAST_WORDS = Duration.ofMillis(100);
    private static final Duration SOCKET = Duration.ofSeconds(5);

    private static final long BETWEEN_LOOKS = 5_000;
    private static final long AFTER_OPENING = 250;

    /** A client starts its servers at once; one that has not started a stub of its own by now is not going to. */
    private static final long SETTLES = 10_000;

    private final Surroundings surroundings = Surroundings.ofProcess();
    private final ServerProcess process = new ServerProcess(this::close);
    private final Timers timers = new Timers(HubProgram::millis);
    private final HubArguments arguments;
    private final SessionKey session;
    private final HubState state = new HubState();
    private final HubDefinition definitions;
    private final HubSync sync;
    private final Hub hub;
    private final HubSocket socket;
    private final HubControl control;
    private final Map<Shim, StubStarter> starters = new ConcurrentHashMap<>();
    private List<String> requiredAndMissing = List.of();

    private HubProgram(HubArguments arguments) {
        this.arguments = arguments;
        session = StubSocket.session(surroundings.env(), process.parent().parent());
        definitions = HubDefinition.in(
                surroundings.workingDirectory(),
                surroundings.env(),
                StubSocket.activeAgents(surroundings.env(), process.parent().parent()));
        sync = new HubSync(surroundings, state, session.id(), HubSync.lines(process::say));
        hub = new Hub(
                this,
                new HubCommands(surroundings, session.id(), this::awaitSocket),
                arguments.modelControl(),
                Build.THIS.version(),
                new FileOutputStream(FileDescriptor.out),
                timers,
                process::exitSoon);
        socket = new HubSocket(
                Surroundings.runPlaces(surroundings.env()),
                new StubHint(
                        ProcessIdentity.self(),
                        session,
                        NAME,
                        Build.THIS.version(),
                        surroundings.workingDirectory().toString()),
                this::names,
                process::say);
        control = new HubControl(hub, state, definitions, this::dismiss, socket::refresh);
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }

    /**
     * The hub for the command line {@code args}, if it is plain.
     *
     * @return its exit code, or -1 where nothing was run
     */
    public static int runIfPlain(String[] args) {
        if (args.length == 0 || !args[0].equals("hub")) {
            return -1;
        }
        return HubArguments.parse(args).map(HubProgram::run).orElse(-1);
    }

    /** Serves the client on stdin and stdout until it is gone; the exit code. */
    static int run(HubArguments arguments) {
        return new HubProgram(arguments).serve();
    }

    private int serve() {
        return process.serve(hub::serve, process::say);
    }

    @Override
    public Opening open(String client) {
        String known = client.isEmpty() ? arguments.client().orElse("") : client;
        SyncClient of = new SyncClient(known);
        SyncFiles places = new SyncFiles(surroundings.workingDirectory(), surroundings.home(), surroundings.env());
        HubFiles files = HubFiles.of(arguments, of, places, surroundings);
        HubOpening opening = new HubOpening(files, of, new SyncSight(surroundings, places));
        state.begin(of, files, opening.scope());
        requiredAndMissing = opening.requiredAndMissing();
        List<Place> servers = new ArrayList<>();
        List<String> mustRun = new ArrayList<>();
        Map<String, String> notes = new LinkedHashMap<>(opening.notes());
        for (HubOpening.Taken taken : opening.taken()) {
            Definition definition;
            try {
                definition = definitions.of(taken.step().change());
            } catch (ConfigException unusable) {
                notes.put(taken.name(), String.valueOf(unusable.getMessage()));
                continue;
            }
            control.from(taken.name(), taken.step().file().places().getFirst());
            servers.add(new Place(taken.name(), definition));
            if (arguments.strict() && definition.options().required()) {
                mustRun.add(taken.name());
            }
        }
        state.note(notes);
        state.notes().forEach(process::say);
        return new Opening(servers, instructions(), mustRun);
    }

    private String instructions() {
        List<String> notes = state.notes();
        return notes.isEmpty() ? "" : "MCP servers that are not here:\n- " + String.join("\n- ", notes);
    }

    @Override
    public Optional<String> refusal(List<String> failures) {
        List<String> all = new ArrayList<>(requiredAndMissing);
        all.addAll(failures);
        return arguments.strict() && !all.isEmpty()
                ? Optional.of("a required server failed (--strict): " + String.join("; ", all))
                : Optional.empty();
    }

    @Override
    public Shim stub(Definition definition, FrameSink.Target client) {
        StubStarter starter = new StubStarter(
                process::takeSignals,
                this::log,
                () -> surroundings.directories().state(),
                process::say);
        Shim shim = Shim.hosted(
                definition,
                own -> new StubCatalog(own, surroundings.directories(), starter::log),
                starter,
                client,
                timers,
                HubProgram::millis,
                starter::log);
        starters.put(shim, starter);
        return shim;
    }

    private StubLog log(Definition definition) {
        Directories directories = surroundings.directories();
        return new StubLog(definition, session, directories, process.stderr(), process::say);
    }

    @Override
    public void opened() {
        timers.after(AFTER_OPENING, () -> socket.open(control, this::socketOpened));
        timers.after(BETWEEN_LOOKS, this::look);
    }

    private void socketOpened() {
        // Who changes the agents writes first and looks for stubs then: whatever comes after this finds the socket.
        AgentsStore.find(Surroundings.runPlaces(surroundings.env()), session)
                .ifPresent(file -> hub.servers()
                        .forEach(server -> server.shim()
                                .obey(
                                        new Order.Activate(
                                                new HashSet<>(file.agents().names())),
                                        _ -> {})));
        timers.after(SETTLES, () -> Background.run("hub-settles", this::settle));
        if (arguments.watch()) {
            sync.watch();
        }
    }

    /** Takes in what has a stub in a file of the client's, and none in this session. */
    private void settle() {
        state.settle();
        if (state.mayHaveMore()) {
            sync.pass();
        }
    }

    private void awaitSocket() {
        socket.await(SOCKET);
    }

    private List<String> names() {
        return hub.servers().stream().map(Hub.Hosted::name).toList();
    }

    private void look() {
        if (process.parent().isGone()) {
            process.exitSoon();
        } else {
            socket.look();
            timers.after(BETWEEN_LOOKS, this::look);
        }
    }

    private void close(StopPace pace) {
        long until = ServerProcess.deadline(pace);
        socket.close();
        List<Thread> ends = new ArrayList<>();
        starters.forEach((shim, starter) -> {
            if (starter.hasBegun()) {
                ends.add(Background.run("server-end", () -> end(shim, starter, pace, until)));
            }
        });
        for (Thread end : ends) {
            try {
                end.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        process.stderr().flush(LAST_WORDS);
    }

    private static void end(Shim shim, StubStarter starter, StopPace pace, long until) {
        starter.leave();
        shim.close(pace);
        starter.shutDown(shim.definition(), until, LAST_WORDS);
    }

    /** Nobody needs {@code shim} any more. */
    private void dismiss(Shim shim) {
        StubStarter starter = starters.remove(shim);
        if (starter != null && starter.hasBegun()) {
            Background.run("server-end", () -> end(shim, starter, StopPace.EOF, ServerProcess.deadline(StopPace.EOF)));
        }
    }
}
