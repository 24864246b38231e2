package dev.lazymcp.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.control.Sessions.Choice;
import dev.lazymcp.os.ProcessIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final SessionKey OUTER = ofClient(100, 0);
    private static final SessionKey INNER = ofClient(200, 5);
    private static final SessionKey NAMED = SessionKey.of(" work ", Optional.of(process(300, 9)));

    private static ProcessIdentity process(long pid, long second) {
        return new ProcessIdentity(pid, Optional.of(Instant.ofEpochSecond(1_000_000 + second)));
    }

    private static SessionKey ofClient(long pid, long second) {
        return SessionKey.of("", Optional.of(process(pid, second)));
    }

    private static Choice choose(List<SessionKey> running, String asked, ProcessIdentity... ancestors) {
        return Sessions.choose(running, asked.isEmpty() ? Optional.empty() : Optional.of(asked), List.of(ancestors));
    }

    @Test
    void aShellInsideOfAClientBelongsToItsSession() {
        assertThat(choose(List.of(OUTER, INNER), "", process(500, 50), process(100, 0)))
                .isEqualTo(new Choice.One(OUTER));
    }

    @Test
    void ofClientsInsideOfClientsTheNearestCounts() {
        assertThat(choose(List.of(OUTER, INNER), "", process(200, 5), process(100, 0)))
                .isEqualTo(new Choice.One(INNER));
    }

    @Test
    void aProcessIdThatWasUsedAgainIsNotTheClient() {
        assertThat(choose(List.of(OUTER, INNER), "", process(100, 3600)))
                .isEqualTo(new Choice.Several(List.of(OUTER, INNER)));
    }

    @Test
    void theOnlySessionIsMeantFromAnywhere() {
        assertThat(choose(List.of(INNER), "", process(1, 0))).isEqualTo(new Choice.One(INNER));
        assertThat(choose(List.of(), "")).isEqualTo(new Choice.None());
    }

    @Test
    void whoAsksForASessionGetsThatOrNone() {
        assertThat(choose(List.of(OUTER, NAMED), "work", process(100, 0))).isEqualTo(new Choice.One(NAMED));
        assertThat(choose(List.of(OUTER), "100")).isEqualTo(new Choice.One(OUTER));
        assertThat(choose(List.of(OUTER), "999", process(100, 0))).isEqualTo(new Choice.Unknown("999", List.of(OUTER)));
    }

    @Test
    void stubsOfOneClientAreOneSession() {
        StubHint one = new StubHint(process(1, 0), OUTER, "a", "1", "/");
        StubHint two = new StubHint(process(2, 0), ofClient(100, 1), "b", "1", "/");
        StubHint other = new StubHint(process(3, 0), NAMED, "a", "1", "/");
        assertThat(Sessions.of(List.of(one, two, other))).containsExactly(OUTER, NAMED);
    }

    @Test
    void aHintSurvivesItsWriting() {
        StubHint hint = new StubHint(process(7, 3), OUTER, "na\"me é", "0.1.0", "C:\\work");
        assertThat(StubHint.read(hint.toJson())).isEqualTo(hint);
        assertThat(StubHint.read(dev.lazymcp.rpc.Frame.of("{\"v\":2}"))).isNull();
        assertThat(StubHint.read(dev.lazymcp.rpc.Frame.of("garbage"))).isNull();
    }
}
