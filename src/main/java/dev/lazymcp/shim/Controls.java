package dev.lazymcp.shim;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.shim.Outcome.Result;
import dev.lazymcp.upstream.Upstream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Orders from outside of the client's conversation: each is an event or two, and an answer when what it began is over. */
final class Controls {
    private final Stub stub;
    private final Idle idle;

    Controls(Stub stub, Idle idle) {
        this.stub = stub;
        this.idle = idle;
    }

    /** Does {@code order}; {@code then} gets what came of it, once: when the start it brought about is over and the client has the list. */
    void obey(Order order, Consumer<Outcome> then) {
        long began = stub.clock.getAsLong();
        stub.aside(() -> {
            boolean activate = order instanceof Order.Activate;
            // To ask for a server is to use it: one that was just enabled is not idle. Who is active is told to every
            // stub of the session.
            if (!activate) {
                stub.used();
            }
            State before = stub.state();
            String idleText = carryOut(order);
            State next = stub.state();
            // The state as the order left it: another order may follow before the answer is made.
            Consumer<State> answer = after -> stub.look(() -> {
                Outcome outcome = outcome(order, before, after, idleText, stub.clock.getAsLong() - began);
                stub.announcements.whenTakenIn(() -> then.accept(outcome));
            });
            if (!activate && next instanceof State.Connecting) {
                stub.whenSettled(answer);
            } else if (!activate && ends(order, before, next)) {
                stub.servers().whenGone(() -> answer.accept(next));
            } else {
                stub.later(() -> answer.accept(next));
            }
        });
    }

    /** Whether there is no process afterwards, so that the answer is to wait for its end. */
    private static boolean ends(Order order, State before, State next) {
        boolean asked = order instanceof Order.Stop || (order instanceof Order.Disable(boolean stop) && stop);
        return asked || (before.generation() != State.NO_PROCESS && next.generation() == State.NO_PROCESS);
    }

    /** How the stub stands. */
    StubStatus status() {
        StubStatus[] status = new StubStatus[1];
        stub.look(() -> status[0] = read());
        return status[0];
    }

    /** Lets happen what {@code order} asks for; what is to be said where that comes to nothing, or nothing. */
    private String carryOut(Order order) {
        switch (order) {
            case Order.Enable _ -> stub.happen(new Event.Enabled());
            case Order.Disable(boolean stop) -> stub.happen(new Event.Disabled(stop));
            case Order.Restart _ -> stub.happen(new Event.Restarted());
            case Order.Stop _ -> stub.happen(new Event.Stopped());
            case Order.Activate(var agents) -> stub.activate(agents);
            case Order.Redefine(Definition definition) -> {
                boolean same = definition.equals(stub.definition()) && !(stub.state() instanceof State.Removed);
                if (same) {
                    return "its definition is the same";
                }
                stub.redefine(definition);
                idle.begin();
            }
            case Order.Remove(String reason) -> stub.happen(new Event.Removed(reason));
        }
        return "";
    }

    private Outcome outcome(Order order, State before, State now, String nothing, long millis) {
        Said said = nothing.isEmpty() ? said(order, before, now) : new Said(Result.UNCHANGED, nothing);
        boolean available = now instanceof State.Active
                && said.result() == Result.DONE
                && (order instanceof Order.Enable || order instanceof Order.Restart || order instanceof Order.Redefine);
        List<String> tools =
                available ? stub.shelf().tools().stream().map(Tool::name).toList() : List.of();
        return new Outcome(said.result(), now.label(), said.message(), tools, millis);
    }

    private record Said(Result result, String message) {}

    private Said said(Order order, State before, State now) {
        return switch (order) {
            case Order.Enable _ -> up(before, now, "active now");
            case Order.Restart _
            when before.generation() != State.NO_PROCESS && now instanceof State.Suspended ->
                new Said(Result.DONE, "its process was ended; it stays suspended");
            case Order.Restart _
            when now instanceof State.Suspended ->
                new Said(Result.UNCHANGED, "no process to restart; " + unavailable(now));
            case Order.Restart _ -> up(new State.Registered(0, 0, ""), now, "restarted");
            case Order.Disable(boolean stop) -> disabled(before, now, stop);
            case Order.Stop _
            when before.generation() == State.NO_PROCESS -> new Said(Result.UNCHANGED, "no process to stop");
            case Order.Stop _
            when now instanceof State.Suspended -> new Said(Result.DONE, "its process was ended; it stays suspended");
            case Order.Stop _ -> new Said(Result.DONE, "its process was ended; the next call starts another");
            case Order.Activate _ -> scope(before, now);
            case Order.Redefine _
            when now instanceof State.Active || now instanceof State.Connecting ->
                new Said(Result.DONE, "reconnected with the new definition");
            case Order.Redefine _
            when now instanceof State.Registered(int _, long _, String trouble) && !trouble.isEmpty() ->
                new Said(Result.FAILED, trouble);
            case Order.Redefine _ -> new Said(Result.DONE, "takes the new definition when it is started next");
            case Order.Remove _ when before.equals(now) -> new Said(Result.UNCHANGED, "removed already");
            case Order.Remove _ -> new Said(Result.DONE, "removed");
        };
    }

    private Said up(State before, State now, String done) {
        if (now instanceof State.Active) {
            return before instanceof State.Active
                    ? new Said(Result.UNCHANGED, "active already")
                    : new Said(Result.DONE, done);
        }
        return new Said(Result.FAILED, unavailable(now));
    }

    /** Why the server cannot be used in {@code state}, and what would help. */
    private String unavailable(State state) {
        return switch (state) {
            case State.Registered(int _, long _, String trouble) ->
                trouble.isEmpty() ? "it was stopped meanwhile" : trouble;
            case State.Closed _ -> "its client has left";
            case State.Suspended _, State.Removed _ -> Suspension.text(stub.options(), state);
            case State.Connecting _, State.Active _ -> "";
        };
    }

    private static Said disabled(State before, State now, boolean stop) {
        if (!(now instanceof State.Suspended)) {
            return new Said(Result.FAILED, now instanceof State.Removed ? "it was removed" : "its client has left");
        }
        if (now.equals(before)) {
            return new Said(Result.UNCHANGED, "disabled already");
        }
        if (now.generation() != State.NO_PROCESS) {
            return new Said(Result.DONE, "disabled; its process is kept for a fast return");
        }
        boolean ended = before.generation() != State.NO_PROCESS;
        return new Said(Result.DONE, ended && stop ? "disabled; its process was ended" : "disabled");
    }

    private static Said scope(State before, State now) {
        if (before.equals(now)) {
            return new Said(Result.UNCHANGED, "");
        }
        boolean out = now instanceof State.Suspended(int _, boolean _, boolean outOfScope) && outOfScope;
        return new Said(Result.DONE, out ? "out of scope" : "in scope");
    }

    private StubStatus read() {
        State state = stub.state();
        StubOptions options = stub.options();
        ClientProfile client = stub.profile();
        Connection connection = stub.connection();
        Upstream server = connection == null ? null : connection.upstream();
        Optional<Long> pid = server == null ? Optional.empty() : server.pid();
        return new StubStatus(
                options.name(),
                stub.state().label(),
                state instanceof State.Suspended(int _, boolean disabled, boolean _) && disabled,
                state instanceof State.Suspended(int _, boolean _, boolean outOfScope) && outOfScope,
                options.required(),
                trouble(state),
                stub.tally.inStateFor(),
                client == null ? "" : client.name(),
                stub.shelf().exposure(),
                options.agents(),
                stub.activeAgents(),
                stub.shelf().toolCount(),
                pid.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                stub.tally.calls(),
                stub.tally.errors(),
                stub.tally.lastError(),
                stub.tally.sinceError(),
                stub.tally.sinceStart(),
                stub.tally.startTook(),
                stub.shelf().usualStart());
    }

    private static String trouble(State state) {
        return switch (state) {
            case State.Registered(int _, long _, String trouble) -> trouble;
            case State.Removed(String reason) -> reason;
            case State.Connecting _, State.Active _, State.Suspended _, State.Closed _ -> "";
        };
    }
}
