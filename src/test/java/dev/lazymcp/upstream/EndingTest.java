package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.upstream.Exit.ClosedOutput;
import dev.lazymcp.upstream.Exit.Exited;
import dev.lazymcp.upstream.Exit.Signalled;
import dev.lazymcp.upstream.Exit.Unreadable;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndingTest extends ServerTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exit 0        | exited with code 0",
                "exit 3        | exited with code 3",
                "exit 255      | exited with code 255",
                "kill -9 $$    | was killed by signal 9 (SIGKILL)",
                "kill -TERM $$ | was killed by signal 15 (SIGTERM)",
                "kill -SEGV $$ | was killed by signal 11 (SIGSEGV)"
            })
    void anExitIsToldInWords(String script, String words) throws Exception {
        sh(script);

        assertThat(recording.awaitEnd().inWords()).isEqualTo(words);
    }

    @Test
    void theLastWordsOfAServerComeWithItsExit() throws Exception {
        sh("printf '\\033[31mfatal:\\033[0m no API key\\n' >&2; exit 3");

        assertThat(recording.awaitEnd()).isEqualTo(new Exited(3, "fatal: no API key"));
        assertThat(relay.flush(Duration.ofSeconds(20))).isTrue();
        assertThat(ourStderr).hasToString("\033[31mfatal:\033[0m no API key\n");
    }

    @Test
    void allThatWasWrittenIsDeliveredBeforeTheEnd() throws Exception {
        Semaphore permits = new Semaphore(0);
        UpstreamListener slow = new UpstreamListener() {
            @Override
            public void unanswered(Frame rawId, String reason) {
                throw new AssertionError("a process leaves no request unanswered: " + reason);
            }

            @Override
            public void received(FrameReader.Read read) {
                permits.acquireUninterruptibly();
                recording.received(read);
            }

            @Override
            public void ended(Exit exit) {
                recording.ended(exit);
            }
        };
        Lifeline life = lifeline("server");
        String lines = "i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i+1)); done; ";
        start(script(life.hold() + lines + "exit 5"), slow, relay);
        life.awaitUp();
        life.awaitEnd();
        assertThat(recording.rest()).isEmpty();

        permits.release(500);

        for (int i = 0; i < 500; i++) {
            assertThat(recording.awaitFrame()).isEqualTo("line " + i);
        }
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(5, ""));
    }

    @Test
    void aGrandchildThatHoldsThePipeDoesNotDelayTheEnd() throws Exception {
        Lifeline life = lifeline("grandchild");
        StdioServer server = sh("(trap '' TERM; " + life.hold() + "while :; do sleep 60; done) &"
                + " echo 1; read x; echo 2; read x; exit 5");
        life.awaitUp();
        assertThat(recording.awaitFrame()).isEqualTo("1");
        say(server, "go on");
        assertThat(recording.awaitFrame()).isEqualTo("2");

        say(server, "exit");
        long start = System.nanoTime();
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(5, ""));
        Duration took = Duration.ofNanos(System.nanoTime() - start);

        // The grandchild itself lives until KILL, that is another 750 ms.
        assertThat(took).isLessThan(Duration.ofMillis(700));
        life.awaitEnd();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDaemonThatKeepsWritingDoesNotDelayTheEnd() throws Exception {
        Lifeline life = lifeline("daemon");
        // A daemon has left the tree before anybody could see it there. This one ends when nobody reads its output.
        String daemon = life.hold() + "while echo tick; do sleep 0.03; done 2>/dev/null";
        sh("setsid sh -c \"" + daemon + "\" & exit 5");
        life.awaitUp();

        assertThat(recording.awaitFramesToEnd()).allMatch("tick"::equals);
        life.awaitEnd();
        assertThat(recording.rest()).isEmpty();
    }

    @Test
    void aServerThatClosesItsOutputIsStopped() throws Exception {
        Lifeline life = lifeline("server");
        sh(life.hold() + "echo last words >&2; exec 1>&-; while :; do sleep 60; done");
        life.awaitUp();

        Exit exit = recording.awaitEnd();

        assertThat(exit).isEqualTo(new ClosedOutput("last words"));
        assertThat(exit.inWords()).isEqualTo("closed its output but kept running (it was stopped)");
        life.awaitEnd();
    }

    @Test
    void aServerThatClosesItsOutputAndThenExitsHasExited() throws Exception {
        sh("exec 1>&-; sleep 0.1; exit 3");

        assertThat(recording.awaitEnd()).isEqualTo(new Exited(3, ""));
    }

    @Test
    void aListenerThatFailsEndsTheServerAndIsToldWhy() throws Exception {
        Lifeline life = lifeline("server");
        UpstreamListener failing = new UpstreamListener() {
            @Override
            public void unanswered(Frame rawId, String reason) {
                throw new AssertionError("a process leaves no request unanswered: " + reason);
            }

            @Override
            public void received(FrameReader.Read read) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void ended(Exit exit) {
                recording.ended(exit);
            }
        };
        start(script(life.hold() + "echo 1; while read x; do :; done"), failing, relay);
        life.awaitUp();

        assertThat(recording.awaitEnd()).isEqualTo(new Unreadable("java.lang.IllegalStateException: planted", ""));
        life.awaitEnd();
    }

    @Test
    void aFloodOfStderrThatNobodyReadsBlocksNobody() throws Exception {
        UnreadStream ours = new UnreadStream();
        StderrRelay blocked = new StderrRelay(ours);
        int flood = 10 * 1024 * 1024;
        StdioServer server = start(
                script("head -c " + flood + " /dev/zero | tr '\\0' x >&2; echo 1; read x; exit 0"), recording, blocked);

        assertThat(recording.awaitFrame()).isEqualTo("1");
        say(server, "exit");
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(0, "x".repeat(4096)));

        ours.read();
        assertThat(blocked.flush(Duration.ofSeconds(20))).isTrue();
        int kept = 0;
        int dropped = 0;
        for (String line : ours.text().lines().toList()) {
            if (line.startsWith("[lazymcp: ")) {
                assertThat(line).endsWith(" bytes of stderr dropped]");
                dropped += Integer.parseInt(line, "[lazymcp: ".length(), line.indexOf(" bytes"), 10);
            } else {
                assertThat(line).containsPattern("^x*$");
                kept += line.length();
            }
        }
        assertThat(kept).isBetween(64 * 1024, 256 * 1024);
        assertThat(kept + dropped).isEqualTo(flood);
    }

    @Test
    void aKilledServerIsToldOnce() throws Exception {
        StdioServer server = sh("echo 1; while :; do sleep 60; done");
        assertThat(recording.awaitFrame()).isEqualTo("1");

        assertThat(server.stop(StopPace.NOW)).isTrue();

        assertThat(recording.awaitEnd()).isEqualTo(new Signalled(9, ""));
        assertThat(recording.rest()).isEmpty();
    }
}
