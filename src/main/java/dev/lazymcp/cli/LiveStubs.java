package dev.lazymcp.cli;

import dev.lazymcp.control.AgentsStore;
import dev.lazymcp.control.RunDirectory;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.Sessions;
import dev.lazymcp.os.Ancestry;
import dev.lazymcp.os.ProcessIdentity;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stubs that run for this user, in the order of their sessions and names.
 *
 * @param all every one, the servers behind a hub among them
 * @param hubs the hubs
 */
record LiveStubs(List<LiveStub> all, List<LiveStub> hubs) {
    private static final String UNKNOWN = "-";
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);
    private static final String NAMED = "--session ID or " + SessionKey.VARIABLE;

    /** Which of them a command is about, or why that cannot be said. */
    sealed interface Choice {
        /** These, with the hubs of their sessions; there may be none. */
        record Stubs(List<LiveStub> stubs, List<LiveStub> hubs) implements Choice {}

        /** It cannot be said; {@code message} tells people why and what to do. */
        record Unclear(String message) implements Choice {}
    }

    /** Looks for them, and removes what those left that died, and what sessions left that are over. */
    static LiveStubs find(Surroundings surroundings) throws IOException {
        List<LiveStub> live = new ArrayList<>();
        List<LiveStub> hubs = new ArrayList<>();
        List<RunDirectory> directories = RunDirectory.existing(Surroundings.runPlaces(surroundings.env()));
        for (RunDirectory directory : directories) {
            for (RunDirectory.Left left : directory.stubs()) {
                if (!directory.sweep(left)) {
                    LiveStub stub = LiveStub.of(left);
                    left.hint()
                            .servers()
                            .ifPresentOrElse(
                                    servers -> {
                                        hubs.add(stub);
                                        servers.forEach(server -> live.add(stub.to(server)));
                                    },
                                    () -> live.add(stub));
                }
            }
            directory.sweepStrays(Instant.now());
        }
        live.sort(Comparator.comparing((LiveStub stub) -> stub.session().id()).thenComparing(LiveStub::name));
        LiveStubs found = new LiveStubs(List.copyOf(live), List.copyOf(hubs));
        for (RunDirectory directory : directories) {
            new AgentsStore(directory)
                    .sweep(session -> found.sessions().stream().anyMatch(session::matches), Instant.now());
        }
        return found;
    }

    /** The sessions they belong to. */
    List<SessionKey> sessions() {
        return Sessions.of(
                Stream.concat(all.stream(), hubs.stream()).map(LiveStub::hint).toList());
    }

    private List<LiveStub> hubsIn(SessionKey session) {
        return hubs.stream().filter(hub -> hub.session().matches(session)).toList();
    }

    /** Those of {@code session}. */
    List<LiveStub> in(SessionKey session) {
        return all.stream().filter(stub -> stub.session().matches(session)).toList();
    }

    /**
     * Those that a command is about.
     *
     * @param asked the session that the person asked for
     * @param everySession whether the person asked for all
     * @param env the command's environment
     */
    Choice choose(Optional<String> asked, boolean everySession, Map<String, String> env) {
        if (everySession) {
            return new Choice.Stubs(all, hubs);
        }
        String named = env.getOrDefault(SessionKey.VARIABLE, "").strip();
        Optional<String> session = asked.or(() -> named.isEmpty() ? Optional.empty() : Optional.of(named));
        return switch (Sessions.choose(sessions(), session, Ancestry.ofSelf())) {
            case Sessions.Choice.One(SessionKey one) -> new Choice.Stubs(in(one), hubsIn(one));
            case Sessions.Choice.None _ -> new Choice.Stubs(List.of(), List.of());
            case Sessions.Choice.Unknown(String id, List<SessionKey> running) ->
                new Choice.Unclear("no session is called " + id + "; " + running(running));
            case Sessions.Choice.Several(List<SessionKey> running) ->
                new Choice.Unclear("this shell belongs to no session, and several run. Say which with " + NAMED + "; "
                        + running(running));
        };
    }

    /** The sessions of {@code sessions} with their servers, for people. */
    String running(List<SessionKey> sessions) {
        if (sessions.isEmpty()) {
            return "none runs";
        }
        TextTable table = new TextTable("  SESSION", "CLIENT", "SINCE", "DIRECTORY", "SERVERS");
        for (SessionKey session : sessions) {
            List<LiveStub> stubs = in(session);
            table.row(
                    "  " + session.id(),
                    session.client().flatMap(LiveStubs::program).orElse(UNKNOWN),
                    session.client()
                            .flatMap(ProcessIdentity::started)
                            .map(start -> MOMENT.format(start.atZone(ZoneId.systemDefault())))
                            .orElse(UNKNOWN),
                    stubs.stream()
                            .map(stub -> stub.hint().directory())
                            .distinct()
                            .collect(Collectors.joining(", ")),
                    stubs.stream().map(LiveStub::name).collect(Collectors.joining(", ")));
        }
        return "running:\n" + table.toString().stripTrailing();
    }

    /** The name of the program that {@code client} runs, where the system tells it. */
    private static Optional<String> program(ProcessIdentity client) {
        return ProcessHandle.of(client.pid())
                .flatMap(process -> process.info().command())
                .map(command -> command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1));
    }

    /** What {@code ask} brings for each of {@code stubs}, all asked at once, in their order. */
    static <T> List<T> askAll(List<LiveStub> stubs, Function<LiveStub, T> ask) {
        Map<Integer, T> answers = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < stubs.size(); i++) {
            int index = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> answers.put(index, ask.apply(stubs.get(index)))));
        }
        List<T> inOrder = new ArrayList<>();
        for (int i = 0; i < stubs.size(); i++) {
            try {
                threads.get(i).join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return inOrder;
            }
            T answer = answers.get(i);
            if (answer == null) {
                throw new IllegalStateException("asking " + stubs.get(i).name() + " failed unexpectedly");
            }
            inOrder.add(answer);
        }
        return inOrder;
    }
}
