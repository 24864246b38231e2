package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The stub's state and the shell around {@link Session}: events go in one at a time, and what they ask for is done here. Both
 * directions work on it inside one lock; what blocks (writing, starting, stopping) is done after the lock was given back, in the
 * order in which it was asked for.
 */
final class Stub {
    private static final long LARGE = 4 * 1024 * 1024;
    private static final long AFTER_LARGE = 500;

    final Timers timers;
    final LongSupplier clock;
    final Answers answers;
    final Tally tally;
    final Replay replay = new Replay();
    final Announcements announcements;
    final Waiting waiting = new Waiting();
    final Guests guests = new Guests(this);
    final Map<Id, Call> inFlight = new HashMap<>();

    private final Catalogs catalogs;
    private final Servers servers;
    private final Passage passage = new Passage(this);
    private final FrameSink client;
    private final Consumer<String> log;
    private final Turns turns;

    private Definition definition;
    private Set<String> activeAgents;
    private Shelf shelf;
    private Session session;
    private @Nullable ClientProfile profile;
    private List<Consumer<State>> whenSettled = new ArrayList<>();
    private @Nullable Connection connection;
    private long lastActivity;
    private long graceEnds;
    private boolean largePassed;

    Stub(
            Definition definition,
            Catalogs catalogs,
            ServerStarter starter,
            FrameSink client,
            Timers timers,
            LongSupplier clock,
            Consumer<String> log,
            Runnable onClientLost) {
        this.definition = definition;
        this.catalogs = catalogs;
        this.client = client;
        this.timers = timers;
        this.clock = clock;
        this.log = log;
        this.turns = new Turns(client, this::connection, timers, this::log, onClientLost);
        this.answers = new Answers(client);
        this.tally = new Tally(clock);
        this.announcements = new Announcements(this, answers, timers);
        this.servers = new Servers(this, starter);
        this.activeAgents = Set.copyOf(definition.options().activeAgents());
        this.shelf = new Shelf(definition.options(), catalogs.of(definition));
        this.session = isInScope() ? Session.registered() : Session.outOfScope();
    }

    /** Does {@code work}, which counts as use of the server, inside the lock. */
    void inside(Runnable work) {
        turns.take(using(work));
    }

    /** The same on the thread that reads what the server says. */
    void heard(Runnable work) {
        turns.takeHeard(using(work));
    }

    /** Does {@code work}, which does not count as use, inside the lock. */
    void peek(Runnable work) {
        turns.take(work);
    }

    /** The same for a caller that no peer may hold up. */
    void aside(Runnable work) {
        turns.takeAside(work);
    }

    /** Does {@code work}, which sends nothing and puts nothing off, inside the lock. */
    void look(Runnable work) {
        turns.look(work);
    }

    private Runnable using(Runnable work) {
        return () -> {
            used();
            work.run();
        };
    }

    /** The server is in use now. */
    void used() {
        lastActivity = clock.getAsLong();
    }

    /** Does {@code task} once the lock is given back. */
    void later(Runnable task) {
        turns.later(task);
    }

    /** Writes a line to the stub's log. */
    void log(String line) {
        log.accept(options().name() + ": " + line);
    }

    /** Gives memory back to the machine once a large frame has left: collections are rare in a process that is mostly idle. */
    void passed(Frame frame) {
        if (frame.size() > LARGE && !largePassed) {
            largePassed = true;
            later(() -> timers.after(AFTER_LARGE, this::collect));
        }
    }

    private void collect() {
        if (!client.isIdle()) {
            timers.after(AFTER_LARGE, this::collect); // it is still being written, and so still there
            return;
        }
        peek(() -> largePassed = false);
        System.gc();
    }

    State state() {
        return session.state();
    }

    /** The server that runs or starts, or null. */
    @Nullable
    Connection connection() {
        return connection;
    }

    /** The connection of that start, or null where it is over. */
    @Nullable
    Connection connection(int generation) {
        return connection != null && connection.generation() == generation ? connection : null;
    }

    @Nullable
    ClientProfile profile() {
        return profile;
    }

    Passage passage() {
        return passage;
    }

    Servers servers() {
        return servers;
    }

    /** The options of the stub as they are now. */
    StubOptions options() {
        return definition.options();
    }

    Definition definition() {
        return definition;
    }

    /** What the client is shown. */
    Shelf shelf() {
        return shelf;
    }

    Set<String> activeAgents() {
        return activeAgents;
    }

    long quietSince() {
        return lastActivity;
    }

    /** Whether somebody waits for the server, or it for the client, or it watches something that it would forget. */
    boolean isBusy() {
        return !inFlight.isEmpty()
                || !waiting.isEmpty()
                || !guests.isEmpty()
                || replay.hasSubscriptions()
                || (connection != null && (connection.hasOpen() || connection.hasTasks()));
    }

    /** The client introduced itself. */
    void opened(ClientProfile client) {
        profile = client;
        shelf = new Shelf(options(), shelf.catalog(), client);
    }

    /** The tool list that the client sees now. */
    ToolView view() {
        return shelf.view(session.state());
    }

    /** The server introduced itself and listed its tools. */
    void learned(ServerFacts said, List<Tool> listed) {
        shelf.rememberShown(session.state());
        shelf.learned(said, listed);
    }

    /** The running server's tools changed, and the client was told. */
    void relisted(List<Tool> listed) {
        shelf.relisted(listed, session.state());
    }

    /** The agents that are active are others now. */
    void activate(Set<String> agents) {
        boolean before = isInScope();
        activeAgents = Set.copyOf(agents);
        if (isInScope() != before) {
            happen(before ? new Event.ScopeLeft() : new Event.ScopeEntered());
        }
    }

    /** The entry in the client's configuration is another one now. */
    void redefine(Definition next) {
        shelf.rememberShown(session.state());
        definition = next;
        shelf = shelf.redefined(next.options(), catalogs.of(next), profile);
        happen(new Event.Redefined(isInScope()));
    }

    private boolean isInScope() {
        List<String> agents = options().agents();
        return agents.isEmpty() || agents.stream().anyMatch(activeAgents::contains);
    }

    /** Lets {@code event} happen. */
    void happen(Event event) {
        State before = session.state();
        Session.Step step = session.on(event);
        if (!step.effects().isEmpty()) {
            shelf.rememberShown(before);
        }
        session = step.next();
        State now = session.state();
        if (!now.equals(before)) {
            moved(before, now);
        }
        for (Effect effect : step.effects()) {
            apply(effect);
        }
        if (!(now instanceof State.Connecting) && !whenSettled.isEmpty()) {
            List<Consumer<State>> settled = whenSettled;
            whenSettled = new ArrayList<>();
            settled.forEach(task -> later(() -> task.accept(now)));
        }
    }

    private void moved(State from, State to) {
        tally.moved(from, to);
        if (to instanceof State.Active) {
            shelf.activated();
            if (from instanceof State.Suspended && connection != null) {
                replay.missed(connection);
            }
        }
        if (isHidden(from) != isHidden(to)) {
            announcements.otherListsChanged(shelf.facts());
        }
    }

    private static boolean isHidden(State state) {
        return state instanceof State.Suspended || state instanceof State.Removed;
    }

    /** Does {@code task} once no start is going on, with the state that it led to; to be called while one is. */
    void whenSettled(Consumer<State> task) {
        whenSettled.add(task);
    }

    private void apply(Effect effect) {
        switch (effect) {
            case Effect.Start(int generation) -> {
                Connection next = new Connection(generation, turns::flush);
                connection = next;
                servers.begin(next);
            }
            case Effect.Stop(int generation) -> stop(generation);
            case Effect.Announce _ -> announce();
            case Effect.ReleaseQueue _ -> release();
            case Effect.RefuseQueue(String reason) -> refuse(reason);
            case Effect.LoseInFlight(String reason) -> loseInFlight(reason);
            case Effect.BeginGrace _ -> beginGrace();
        }
    }

    private void beginGrace() {
        long grace = options().grace().toMillis();
        graceEnds = clock.getAsLong() + grace;
        timers.after(
                grace,
                () -> peek(() -> {
                    // An earlier grace, which a return cut short, may be what is over.
                    if (clock.getAsLong() >= graceEnds) {
                        happen(new Event.GraceOver());
                    }
                }));
    }

    private void stop(int generation) {
        Connection over = connection(generation);
        if (over != null) {
            connection = null;
            servers.end(over);
        }
    }

    private void release() {
        for (Message message : waiting.takeAll()) {
            passage.pass(message);
        }
    }

    private void refuse(String reason) {
        String unavailable = Suspension.text(options(), session.state());
        String text = unavailable.isEmpty() ? reason + nextTry() : unavailable;
        for (Message message : waiting.takeAll()) {
            if (message instanceof Request request) {
                answers.respond(request.id(), refusal(text).answer(request.rawId(), request.method()));
            }
        }
    }

    /** When a server that will not start is tried again, as one more line; nothing where that is now. */
    String nextTry() {
        long rest = session.state() instanceof State.Registered(int _, long retryAt, String _)
                ? retryAt - clock.getAsLong()
                : 0;
        return rest <= 0 ? "" : "\nThe next call from " + (rest + 999) / 1000 + " s on tries it again.";
    }

    private void announce() {
        if (shelf.changes(session.state())) {
            announcements.toolsChanged(session.state() instanceof State.Active ? waiting.toolCalls() : Set.of());
        }
    }

    private void loseInFlight(String reason) {
        Connection over = connection;
        for (Call call : inFlight.values()) {
            String text = lost(reason);
            answers.respond(call.id(), refusal(text).answer(call.rawId(), call.method()));
        }
        inFlight.clear();
        guests.lost(lost(reason));
        if (over != null) {
            for (Id.Text id : over.closeAll()) {
                answers.send(Cancelled.of(id, "the server is gone"));
            }
        }
    }

    private String lost(String reason) {
        return options().name() + " was lost while this request ran, which was not repeated: " + reason;
    }

    /** A refusal for {@code reason} in the state that the server is in. */
    Refusal refusal(String reason) {
        tally.failed(reason);
        return new Refusal(session.state().label(), reason);
    }

    /** The server of that start ended; its connection is over. */
    void ended(int generation, String reason) {
        happen(new Event.ServerEnded(generation, reason, clock.getAsLong()));
        stop(generation);
    }

    /** Has {@code message} wait for the server, which is started if need be. */
    void invoke(Message message) {
        if (!waiting.add(message)) {
            if (message instanceof Request request) {
                String reason = options().name() + " is still starting, and too much waits for it already";
                answers.respond(request.id(), refusal(reason).answer(request.rawId(), request.method()));
            }
            return;
        }
        if (message instanceof Request request) {
            happen(new Event.Invoked(clock.getAsLong()));
            if (waiting.has(request.id())) {
                StartProgress.begin(this, request);
            }
        }
    }
}
