package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.control.PresumedClient.Ancestor;
import dev.lazymcp.control.SessionKey;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.os.ProcessIdentity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pids are: 10 and 20 clients, 11 and 21 their shells, 30 a terminal. */
class AgentSessionTest {
    private static final Ancestor TERMINAL = above(30, "/usr/bin/gnome-terminal");
    private static final Ancestor LOGIN_SHELL = above(31, "/bin/zsh");
    private static final Ancestor CLIENT = above(10, "/usr/bin/node");
    private static final Ancestor SHELL = above(11, "/bin/sh");
    private static final Ancestor INNER = above(20, "/home/ann/bin/claude");
    private static final Ancestor INNER_SHELL = above(21, "/bin/sh");

    private static Ancestor above(long pid, String program) {
        return new Ancestor(new ProcessIdentity(pid, Optional.of(Instant.ofEpochSecond(pid))), program);
    }

    private static LiveStub stub(Ancestor client, String session) {
        SessionKey key = SessionKey.of(session, Optional.of(client.process()));
        ProcessIdentity process = new ProcessIdentity(99, Optional.empty());
        return new LiveStub(Path.of("x.sock"), new StubHint(process, key, "docs", "1", "/home/ann"));
    }

    private static LiveStubs live(LiveStub... stubs) {
        return new LiveStubs(List.of(stubs), List.of());
    }

    private static String person(LiveStubs live, String asked, String named, Ancestor... ancestors) {
        return text(
                AgentSession.ofPerson(live, Optional.of(asked).filter(id -> !id.isEmpty()), named, List.of(ancestors)));
    }

    private static String hook(LiveStubs live, String named, Ancestor... ancestors) {
        return text(AgentSession.ofHook(live, named, List.of(ancestors)));
    }

    private static String text(AgentSession.Choice choice) {
        return switch (choice) {
            case AgentSession.Choice.One(AgentSession session) ->
                session.key().id() + " with " + session.stubs().size();
            case AgentSession.Choice.Unclear(String message) -> message;
        };
    }

    @Test
    void withoutStubsItIsTheNearestProgramThatIsNoShell() {
        assertThat(person(live(), "", "", SHELL, CLIENT, LOGIN_SHELL, TERMINAL)).isEqualTo("10 with 0");
        assertThat(hook(live(), "", SHELL, CLIENT, LOGIN_SHELL, TERMINAL)).isEqualTo("10 with 0");
    }

    @Test
    void aNamedSessionCountsWhetherOrNotItHasStubs() {
        assertThat(person(live(), "", "work", SHELL, CLIENT)).isEqualTo("work with 0");
        assertThat(person(live(stub(CLIENT, "")), "", "work", SHELL, CLIENT)).isEqualTo("work with 0");
        assertThat(person(live(stub(CLIENT, "work")), "", "work", TERMINAL)).isEqualTo("work with 1");
        assertThat(hook(live(stub(CLIENT, "work"), stub(INNER, "")), "work", SHELL, CLIENT))
                .isEqualTo("work with 1");
        assertThat(hook(live(), "work")).isEqualTo("work with 0");
    }

    @Test
    void aPersonOutsideMeansTheOnlyOneAndIsAskedWhereThereAreSeveral() {
        assertThat(person(live(stub(CLIENT, "")), "", "", LOGIN_SHELL, TERMINAL))
                .isEqualTo("10 with 1");
        assertThat(person(live(stub(CLIENT, ""), stub(INNER, "")), "", "", LOGIN_SHELL, TERMINAL))
                .contains("--session")
                .containsPattern("(?m)^ +10 .* docs$")
                .containsPattern("(?m)^ +20 .* docs$")
                .doesNotContain("--all-sessions");
        assertThat(person(live(stub(CLIENT, ""), stub(INNER, "")), "20", "", LOGIN_SHELL, TERMINAL))
                .isEqualTo("20 with 1");
        assertThat(person(live(stub(CLIENT, "")), "77", "", SHELL, CLIENT))
                .contains("77")
                .containsPattern("(?m)^ +10 .* docs$");
    }

    @Test
    void aHookNeverMeansTheSessionOfAnotherClient() {
        LiveStubs other = live(stub(CLIENT, ""));
        assertThat(hook(other, "", INNER_SHELL, INNER, SHELL, CLIENT))
                .as("a client inside of another's shell, none of whose stubs runs yet")
                .isEqualTo("20 with 0");
        assertThat(hook(other, "", INNER_SHELL, INNER, TERMINAL))
                .as("the only session that has stubs is another's")
                .isEqualTo("20 with 0");
        assertThat(hook(other, "", SHELL, CLIENT)).isEqualTo("10 with 1");
    }

    @Test
    void whereNoClientIsToBeSeenAHookSaysWhatHelps() {
        assertThat(hook(live(), "", SHELL)).contains("LAZYMCP_SESSION");
        assertThat(hook(live(stub(CLIENT, "")), "")).contains("LAZYMCP_SESSION");
    }
}
