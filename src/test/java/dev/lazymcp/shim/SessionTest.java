package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.shim.State.Active;
import dev.lazymcp.shim.State.Closed;
import dev.lazymcp.shim.State.Connecting;
import dev.lazymcp.shim.State.Registered;
import dev.lazymcp.shim.State.Removed;
import dev.lazymcp.shim.State.Suspended;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every pair of state and event against the table below. */
class SessionTest {
    private static final long NOW = 10_000;

    private static final Map<String, State> STATES = new LinkedHashMap<>();

    static {
        STATES.put("registered", new Registered(0, 0, ""));
        STATES.put("backing off", new Registered(2, NOW + 1, "boom"));
        STATES.put("connecting", new Connecting(3, 1));
        STATES.put("active", new Active(3));
        STATES.put("disabled, alive", new Suspended(3, true, false));
        STATES.put("disabled, stopped", new Suspended(0, true, false));
        STATES.put("out of scope, alive", new Suspended(3, false, true));
        STATES.put("out of scope, stopped", new Suspended(0, false, true));
        STATES.put("both, alive", new Suspended(3, true, true));
        STATES.put("both, stopped", new Suspended(0, true, true));
        STATES.put("removed", new Removed("gone"));
        STATES.put("closed", new Closed());
    }

    private static final Map<String, Event> EVENTS = new LinkedHashMap<>();

    static {
        EVENTS.put("invoked", new Event.Invoked(NOW));
        EVENTS.put("enabled", new Event.Enabled());
        EVENTS.put("disabled", new Event.Disabled(false));
        EVENTS.put("disabled, stop", new Event.Disabled(true));
        EVENTS.put("restarted", new Event.Restarted());
        EVENTS.put("stopped", new Event.Stopped());
        EVENTS.put("redefined", new Event.Redefined(true));
        EVENTS.put("redefined, out", new Event.Redefined(false));
        EVENTS.put("removed", new Event.Removed("gone from F"));
        EVENTS.put("scope entered", new Event.ScopeEntered());
        EVENTS.put("scope left", new Event.ScopeLeft());
        EVENTS.put("grace over", new Event.GraceOver());
        EVENTS.put("idle over", new Event.IdleOver());
        EVENTS.put("connected", new Event.Connected(3));
        EVENTS.put("start failed", new Event.StartFailed(3, "why", NOW));
        EVENTS.put("server ended", new Event.ServerEnded(3, "why", NOW));
        EVENTS.put("of an earlier start", new Event.ServerEnded(2, "why", NOW));
        EVENTS.put("connected, earlier", new Event.Connected(2));
        EVENTS.put("failed, earlier", new Event.StartFailed(2, "why", NOW));
        EVENTS.put("client gone", new Event.ClientGone());
    }

    /** State, event, next state, effects; a pair that is not here changes nothing and asks for nothing. */
    private static final String TABLE = """
            registered | invoked | Connecting[4,0] | Start4
            registered | enabled | Connecting[4,0] | Start4
            registered | disabled | Suspended[0,true,false] | Announce
            registered | disabled, stop | Suspended[0,true,false] | Announce
            registered | restarted | Connecting[4,0] | Start4
            registered | redefined | same | Announce
            registered | redefined, out | Suspended[0,false,true] | Announce
            registered | removed | Removed[gone from F] | Announce
            registered | scope left | Suspended[0,false,true] | Announce
            registered | client gone | Closed |
            backing off | invoked | same | Refuse(boom)
            backing off | enabled | Connecting[4,2] | Start4
            backing off | disabled | Suspended[0,true,false] | Announce
            backing off | disabled, stop | Suspended[0,true,false] | Announce
            backing off | restarted | Connecting[4,2] | Start4
            backing off | redefined | Registered[0,0,] | Announce
            backing off | redefined, out | Suspended[0,false,true] | Announce
            backing off | removed | Removed[gone from F] | Announce
            backing off | scope left | Suspended[0,false,true] | Announce
            backing off | client gone | Closed |
            connecting | disabled | Suspended[0,true,false] | Stop3 Refuse(it is disabled) Announce
            connecting | disabled, stop | Suspended[0,true,false] | Stop3 Refuse(it is disabled) Announce
            connecting | restarted | Connecting[4,1] | Stop3 Start4
            connecting | stopped | Registered[0,0,] | Stop3 Refuse(it was stopped) Announce
            connecting | redefined | Connecting[4,0] | Stop3 Start4
            connecting | redefined, out | Suspended[0,false,true] | Stop3 Refuse(no agent it is for is active) Announce
            connecting | removed | Removed[gone from F] | Stop3 Refuse(gone from F) Announce
            connecting | scope left | Suspended[0,false,true] | Stop3 Refuse(no agent it is for is active) Announce
            connecting | connected | Active[3] | Announce Release
            connecting | start failed | Registered[2,12000,why] | Stop3 Refuse(why) Announce
            connecting | server ended | Registered[2,12000,why] | Stop3 Refuse(why) Announce
            connecting | client gone | Closed | Stop3
            active | invoked | same | Release
            active | disabled | Suspended[3,true,false] | Announce
            active | disabled, stop | Suspended[0,true,false] | Lose(it is disabled) Stop3 Announce
            active | restarted | Connecting[4,0] | Lose(it was restarted) Stop3 Start4
            active | stopped | Registered[0,0,] | Lose(it was stopped) Stop3 Announce
            active | redefined | Connecting[4,0] | Lose(its definition changed) Stop3 Start4
            active | redefined, out | Suspended[0,false,true] | Lose(its definition changed) Stop3 Announce
            active | removed | Removed[gone from F] | Lose(gone from F) Stop3 Announce
            active | scope left | Suspended[3,false,true] | Announce Grace
            active | idle over | Registered[0,0,] | Stop3 Announce
            active | server ended | Registered[0,0,why] | Lose(why) Announce
            active | client gone | Closed | Stop3
            disabled, alive | invoked | same | Refuse(it is disabled)
            disabled, alive | enabled | Active[3] | Announce
            disabled, alive | disabled, stop | Suspended[0,true,false] | Lose(it is disabled) Stop3 Announce
            disabled, alive | scope left | Suspended[3,true,true] | Grace
            disabled, alive | server ended | Suspended[0,true,false] | Lose(why)
            disabled, alive | restarted | Suspended[0,true,false] | Lose(it was restarted) Stop3 Announce
            disabled, alive | stopped | Suspended[0,true,false] | Lose(it was stopped) Stop3 Announce
            disabled, alive | redefined | Suspended[0,true,false] | Lose(its definition changed) Stop3 Announce
            disabled, alive | redefined, out | Suspended[0,true,true] | Lose(its definition changed) Stop3 Announce
            disabled, alive | removed | Removed[gone from F] | Lose(gone from F) Stop3 Announce
            disabled, alive | client gone | Closed | Stop3
            disabled, stopped | invoked | same | Refuse(it is disabled)
            disabled, stopped | enabled | Connecting[4,0] | Announce Start4
            disabled, stopped | scope left | Suspended[0,true,true] |
            disabled, stopped | redefined | same | Announce
            disabled, stopped | redefined, out | Suspended[0,true,true] | Announce
            disabled, stopped | removed | Removed[gone from F] | Announce
            disabled, stopped | client gone | Closed |
            out of scope, alive | invoked | same | Refuse(no agent it is for is active)
            out of scope, alive | disabled | Suspended[3,true,true] |
            out of scope, alive | disabled, stop | Suspended[0,true,true] | Lose(it is disabled) Stop3 Announce
            out of scope, alive | scope entered | Active[3] | Announce
            out of scope, alive | grace over | Suspended[0,false,true] | Lose(no agent it is for is active) Stop3 Announce
            out of scope, alive | server ended | Suspended[0,false,true] | Lose(why)
            out of scope, alive | restarted | Suspended[0,false,true] | Lose(it was restarted) Stop3 Announce
            out of scope, alive | stopped | Suspended[0,false,true] | Lose(it was stopped) Stop3 Announce
            out of scope, alive | redefined | Registered[0,0,] | Lose(its definition changed) Stop3 Announce
            out of scope, alive | redefined, out | Suspended[0,false,true] | Lose(its definition changed) Stop3 Announce
            out of scope, alive | removed | Removed[gone from F] | Lose(gone from F) Stop3 Announce
            out of scope, alive | client gone | Closed | Stop3
            out of scope, stopped | invoked | same | Refuse(no agent it is for is active)
            out of scope, stopped | disabled | Suspended[0,true,true] |
            out of scope, stopped | disabled, stop | Suspended[0,true,true] |
            out of scope, stopped | scope entered | Registered[0,0,] | Announce
            out of scope, stopped | redefined | Registered[0,0,] | Announce
            out of scope, stopped | redefined, out | same | Announce
            out of scope, stopped | removed | Removed[gone from F] | Announce
            out of scope, stopped | client gone | Closed |
            both, alive | invoked | same | Refuse(it is disabled)
            both, alive | enabled | Suspended[3,false,true] |
            both, alive | disabled, stop | Suspended[0,true,true] | Lose(it is disabled) Stop3 Announce
            both, alive | scope entered | Suspended[3,true,false] |
            both, alive | grace over | Suspended[0,true,true] | Lose(it is disabled) Stop3 Announce
            both, alive | server ended | Suspended[0,true,true] | Lose(why)
            both, alive | restarted | Suspended[0,true,true] | Lose(it was restarted) Stop3 Announce
            both, alive | stopped | Suspended[0,true,true] | Lose(it was stopped) Stop3 Announce
            both, alive | redefined | Suspended[0,true,false] | Lose(its definition changed) Stop3 Announce
            both, alive | redefined, out | Suspended[0,true,true] | Lose(its definition changed) Stop3 Announce
            both, alive | removed | Removed[gone from F] | Lose(gone from F) Stop3 Announce
            both, alive | client gone | Closed | Stop3
            both, stopped | invoked | same | Refuse(it is disabled)
            both, stopped | enabled | Suspended[0,false,true] |
            both, stopped | scope entered | Suspended[0,true,false] |
            both, stopped | redefined | Suspended[0,true,false] | Announce
            both, stopped | redefined, out | same | Announce
            both, stopped | removed | Removed[gone from F] | Announce
            both, stopped | client gone | Closed |
            removed | invoked | same | Refuse(gone)
            removed | redefined | Registered[0,0,] | Announce
            removed | redefined, out | Suspended[0,false,true] | Announce
            removed | removed | Removed[gone from F] |
            removed | client gone | Closed |
            """;

    @TestFactory
    Stream<DynamicTest> everyPair() {
        Map<String, String> expected = expected();
        List<DynamicTest> tests = new ArrayList<>();
        STATES.forEach((stateName, state) -> EVENTS.forEach((eventName, event) -> {
            String pair = stateName + " | " + eventName;
            String outcome = expected.getOrDefault(pair, "same |");
            tests.add(DynamicTest.dynamicTest(pair, () -> {
                Session before = new Session(state, 3);
                assertThat(written(before, before.on(event))).isEqualTo(outcome);
            }));
        }));
        return tests.stream();
    }

    @Test
    void theTableNamesOnlyWhatThereIs() {
        assertThat(expected().keySet()).allSatisfy(pair -> {
            String[] names = pair.split(" \\| ", -1);
            assertThat(STATES).containsKey(names[0]);
            assertThat(EVENTS).containsKey(names[1]);
        });
    }

    @Test
    void eachFailureInARowDoublesTheBackOffUpToAMinute() {
        Session session = Session.registered();
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            session = session.on(new Event.Enabled()).next();
            session =
                    session.on(new Event.StartFailed(session.starts(), "no", 0)).next();
            waits.add(((Registered) session.state()).retryAt());
        }
        assertThat(waits).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
    }

    @Test
    void aServerForAgentsBeginsOutOfSight() {
        assertThat(Session.outOfScope().state()).isEqualTo(new Suspended(State.NO_PROCESS, false, true));
    }

    private static Map<String, String> expected() {
        Map<String, String> expected = new LinkedHashMap<>();
        for (String line : TABLE.lines().toList()) {
            String[] cells = line.split("\\|", -1);
            String old = expected.put(
                    cells[0].strip() + " | " + cells[1].strip(), (cells[2].strip() + " | " + cells[3].strip()).strip());
            assertThat(old).as(line).isNull();
        }
        return expected;
    }

    private static String written(Session before, Session.Step step) {
        State state = step.next().state();
        StringBuilder line = new StringBuilder(state.equals(before.state()) ? "same" : written(state)).append(" |");
        for (Effect effect : step.effects()) {
            line.append(' ').append(written(effect));
        }
        return line.toString();
    }

    private static String written(State state) {
        return switch (state) {
            case Registered(int failures, long retryAt, String trouble) ->
                "Registered[" + failures + "," + retryAt + "," + trouble + "]";
            case Connecting(int generation, int failures) -> "Connecting[" + generation + "," + failures + "]";
            case Active(int generation) -> "Active[" + generation + "]";
            case Suspended(int generation, boolean disabled, boolean outOfScope) ->
                "Suspended[" + generation + "," + disabled + "," + outOfScope + "]";
            case Removed(String reason) -> "Removed[" + reason + "]";
            case Closed _ -> "Closed";
        };
    }

    private static String written(Effect effect) {
        return switch (effect) {
            case Effect.Start(int generation) -> "Start" + generation;
            case Effect.Stop(int generation) -> "Stop" + generation;
            case Effect.Announce _ -> "Announce";
            case Effect.ReleaseQueue _ -> "Release";
            case Effect.RefuseQueue(String reason) -> "Refuse(" + reason + ")";
            case Effect.LoseInFlight(String reason) -> "Lose(" + reason + ")";
            case Effect.BeginGrace _ -> "Grace";
        };
    }
}
