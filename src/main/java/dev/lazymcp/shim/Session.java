package dev.lazymcp.shim;

import dev.lazymcp.shim.State.Active;
import dev.lazymcp.shim.State.Closed;
import dev.lazymcp.shim.State.Connecting;
import dev.lazymcp.shim.State.Registered;
import dev.lazymcp.shim.State.Removed;
import dev.lazymcp.shim.State.Suspended;
import java.util.ArrayList;
import java.util.List;

/**
 * The life of one server as its client sees it: REGISTERED, CONNECTING, ACTIVE, SUSPENDED. A value; {@link #on} says what an
 * event makes of it and what has to be done, and does nothing itself.
 *
 * @param state where it stands
 * @param starts how many starts there were, so that each has a number of its own
 */
public record Session(State state, int starts) {
    private static final long FIRST_BACK_OFF = 1_000;
    private static final long LONGEST_BACK_OFF = 60_000;
    private static final String DISABLED = "it is disabled";
    private static final String OUT_OF_SCOPE = "no agent it is for is active";
    private static final String STOPPED = "it was stopped";
    private static final String RESTARTED = "it was restarted";
    private static final String REDEFINED = "its definition changed";

    /** What an event makes of a session. */
    public record Step(Session next, List<Effect> effects) {}

    /** A session whose server was never started. */
    public static Session registered() {
        return new Session(new Registered(0, 0, ""), 0);
    }

    /** A session whose server is for agents none of which is active: an unknown scope keeps the server out of sight. */
    public static Session outOfScope() {
        return new Session(new Suspended(State.NO_PROCESS, false, true), 0);
    }

    /** What {@code event} makes of this session. An event of an earlier start changes nothing. */
    public Step on(Event event) {
        return switch (state) {
            case Registered registered -> onRegistered(registered, event);
            case Connecting connecting -> onConnecting(connecting, event);
            case Active active -> onActive(active, event);
            case Suspended suspended -> onSuspended(suspended, event);
            case Removed removed -> onRemoved(removed, event);
            case Closed _ -> stay();
        };
    }

    private Step onRegistered(Registered at, Event event) {
        return switch (event) {
            case Event.Invoked(long now) when now < at.retryAt() -> stay(new Effect.RefuseQueue(at.trouble()));
            case Event.Invoked _, Event.Enabled _, Event.Restarted _ -> start(at.failures());
            case Event.Disabled _ -> to(new Suspended(State.NO_PROCESS, true, false), new Effect.Announce());
            case Event.ScopeLeft _ -> to(new Suspended(State.NO_PROCESS, false, true), new Effect.Announce());
            case Event.Redefined(boolean inScope) -> to(asleep(inScope), new Effect.Announce());
            case Event.Removed(String reason) -> to(new Removed(reason), new Effect.Announce());
            case Event.ClientGone _ -> to(new Closed());
            case Event.Stopped _,
                    Event.ScopeEntered _,
                    Event.GraceOver _,
                    Event.IdleOver _,
                    Event.Connected _,
                    Event.StartFailed _,
                    Event.ServerEnded _ -> stay();
        };
    }

    private Step onConnecting(Connecting at, Event event) {
        return switch (event) {
            case Event.Connected(int generation)
            when generation == at.generation() ->
                to(new Active(generation), new Effect.Announce(), new Effect.ReleaseQueue());
            case Event.StartFailed(int generation, String reason, long now)
            when generation == at.generation() -> failed(at, reason, now);
            case Event.ServerEnded(int generation, String reason, long now)
            when generation == at.generation() -> failed(at, reason, now);
            case Event.Disabled _ -> abandon(at, new Suspended(State.NO_PROCESS, true, false), DISABLED);
            case Event.ScopeLeft _ -> abandon(at, asleep(false), OUT_OF_SCOPE);
            case Event.Stopped _ -> abandon(at, asleep(true), STOPPED);
            // Whoever waits for the server waits for the new one.
            case Event.Restarted _ -> start(at.failures(), new Effect.Stop(at.generation()));
            case Event.Redefined(boolean inScope) when inScope -> start(0, new Effect.Stop(at.generation()));
            case Event.Redefined _ -> abandon(at, asleep(false), OUT_OF_SCOPE);
            case Event.Removed(String reason) -> abandon(at, new Removed(reason), reason);
            case Event.ClientGone _ -> to(new Closed(), new Effect.Stop(at.generation()));
            case Event.Invoked _,
                    Event.Enabled _,
                    Event.ScopeEntered _,
                    Event.GraceOver _,
                    Event.IdleOver _,
                    Event.Connected _,
                    Event.StartFailed _,
                    Event.ServerEnded _ -> stay();
        };
    }

    private Step onActive(Active at, Event event) {
        return switch (event) {
            case Event.Invoked _ -> stay(new Effect.ReleaseQueue());
            case Event.Disabled(boolean stop)
            when stop -> end(at, new Suspended(State.NO_PROCESS, true, false), DISABLED);
            case Event.Disabled _ -> to(new Suspended(at.generation(), true, false), new Effect.Announce());
            case Event.ScopeLeft _ ->
                to(new Suspended(at.generation(), false, true), new Effect.Announce(), new Effect.BeginGrace());
            case Event.IdleOver _ -> to(asleep(true), new Effect.Stop(at.generation()), new Effect.Announce());
            case Event.Stopped _ -> end(at, asleep(true), STOPPED);
            case Event.Restarted _ -> start(0, new Effect.LoseInFlight(RESTARTED), new Effect.Stop(at.generation()));
            case Event.Redefined(boolean inScope)
            when inScope -> start(0, new Effect.LoseInFlight(REDEFINED), new Effect.Stop(at.generation()));
            case Event.Redefined _ -> end(at, asleep(false), REDEFINED);
            case Event.Removed(String reason) -> end(at, new Removed(reason), reason);
            case Event.ServerEnded(int generation, String reason, long _)
            when generation == at.generation() ->
                to(new Registered(0, 0, reason), new Effect.LoseInFlight(reason), new Effect.Announce());
            case Event.ClientGone _ -> to(new Closed(), new Effect.Stop(at.generation()));
            case Event.Enabled _,
                    Event.ScopeEntered _,
                    Event.GraceOver _,
                    Event.Connected _,
                    Event.StartFailed _,
                    Event.ServerEnded _ -> stay();
        };
    }

    private Step onSuspended(Suspended at, Event event) {
        return switch (event) {
            case Event.Invoked _ -> stay(new Effect.RefuseQueue(reason(at)));
            case Event.Enabled _ when at.outOfScope() -> to(new Suspended(at.generation(), false, true));
            case Event.Enabled _ when at.generation() == State.NO_PROCESS -> start(0, new Effect.Announce());
            case Event.Enabled _ -> to(new Active(at.generation()), new Effect.Announce());
            case Event.ScopeEntered _ when at.disabled() -> to(new Suspended(at.generation(), true, false));
            case Event.ScopeEntered _
            when at.generation() == State.NO_PROCESS -> to(asleep(true), new Effect.Announce());
            case Event.ScopeEntered _ -> to(new Active(at.generation()), new Effect.Announce());
            case Event.Disabled(boolean stop)
            when stop && at.generation() != State.NO_PROCESS ->
                end(at, new Suspended(State.NO_PROCESS, true, at.outOfScope()), DISABLED);
            case Event.Disabled _ -> to(new Suspended(at.generation(), true, at.outOfScope()));
            case Event.ScopeLeft _
            when at.generation() != State.NO_PROCESS && !at.outOfScope() ->
                to(new Suspended(at.generation(), at.disabled(), true), new Effect.BeginGrace());
            case Event.ScopeLeft _ -> to(new Suspended(at.generation(), at.disabled(), true));
            case Event.GraceOver _
            when at.outOfScope() && at.generation() != State.NO_PROCESS ->
                end(at, new Suspended(State.NO_PROCESS, at.disabled(), true), reason(at));
            case Event.Stopped _
            when at.generation() != State.NO_PROCESS ->
                end(at, new Suspended(State.NO_PROCESS, at.disabled(), at.outOfScope()), STOPPED);
            case Event.Restarted _
            when at.generation() != State.NO_PROCESS ->
                end(at, new Suspended(State.NO_PROCESS, at.disabled(), at.outOfScope()), RESTARTED);
            case Event.Redefined(boolean inScope) ->
                end(at, at.disabled() ? new Suspended(State.NO_PROCESS, true, !inScope) : asleep(inScope), REDEFINED);
            case Event.Removed(String reason) -> end(at, new Removed(reason), reason);
            case Event.ServerEnded(int generation, String reason, long _)
            when generation == at.generation() ->
                to(new Suspended(State.NO_PROCESS, at.disabled(), at.outOfScope()), new Effect.LoseInFlight(reason));
            case Event.ClientGone _
            when at.generation() != State.NO_PROCESS -> to(new Closed(), new Effect.Stop(at.generation()));
            case Event.ClientGone _ -> to(new Closed());
            case Event.Stopped _,
                    Event.Restarted _,
                    Event.GraceOver _,
                    Event.IdleOver _,
                    Event.Connected _,
                    Event.StartFailed _,
                    Event.ServerEnded _ -> stay();
        };
    }

    private Step onRemoved(Removed at, Event event) {
        return switch (event) {
            case Event.Invoked _ -> stay(new Effect.RefuseQueue(at.reason()));
            case Event.Redefined(boolean inScope) -> to(asleep(inScope), new Effect.Announce());
            case Event.Removed(String reason) -> to(new Removed(reason));
            case Event.ClientGone _ -> to(new Closed());
            case Event.Enabled _,
                    Event.Disabled _,
                    Event.Restarted _,
                    Event.Stopped _,
                    Event.ScopeEntered _,
                    Event.ScopeLeft _,
                    Event.GraceOver _,
                    Event.IdleOver _,
                    Event.Connected _,
                    Event.StartFailed _,
                    Event.ServerEnded _ -> stay();
        };
    }

    private static State asleep(boolean inScope) {
        return inScope ? new Registered(0, 0, "") : new Suspended(State.NO_PROCESS, false, true);
    }

    private static String reason(Suspended at) {
        return at.disabled() ? DISABLED : OUT_OF_SCOPE;
    }

    /** The process of {@code at}, if it has one, is ended, and what it had not answered is lost. */
    private Step end(State at, State next, String reason) {
        return at.generation() == State.NO_PROCESS
                ? to(next, new Effect.Announce())
                : to(next, new Effect.LoseInFlight(reason), new Effect.Stop(at.generation()), new Effect.Announce());
    }

    private Step failed(Connecting at, String reason, long now) {
        int failures = at.failures() + 1;
        long backOff = Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF << Math.min(failures - 1, 16));
        return to(
                new Registered(failures, now + backOff, reason),
                new Effect.Stop(at.generation()),
                new Effect.RefuseQueue(reason),
                new Effect.Announce());
    }

    private Step abandon(Connecting at, State next, String reason) {
        return to(next, new Effect.Stop(at.generation()), new Effect.RefuseQueue(reason), new Effect.Announce());
    }

    private Step start(int failures, Effect... before) {
        int generation = starts + 1;
        List<Effect> effects = new ArrayList<>(List.of(before));
        effects.add(new Effect.Start(generation));
        return new Step(new Session(new Connecting(generation, failures), generation), List.copyOf(effects));
    }

    private Step to(State next, Effect... effects) {
        return new Step(new Session(next, starts), List.of(effects));
    }

    private Step stay(Effect... effects) {
        return new Step(this, List.of(effects));
    }
}
