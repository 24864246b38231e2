package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.upstream.Exit.Exited;
import dev.lazymcp.upstream.Exit.Signalled;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoppingTest extends ServerTest {
    /**
     * Lives on whatever happens to its input. A shell that waits runs its traps at once; what it says of a sleep that was
     * killed is not the subject.
     */
    private static final String FOREVER = "exec 2>/dev/null; while :; do sleep 60 & wait $!; done";

    /**
     * Says that its input has ended, then sleeps in the same process: a child that a shell forks in the moment of its death is
     * found by nobody.
     */
    private static final String AFTER_EOF = "while read x; do :; done; echo eof >&9; exec sleep 600";

    @Test
    void aServerThatExitsOnEndOfInputIsNeverTermed() throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server =
                sh("trap 'echo TERM >&9' TERM; " + life.hold() + "while read x; do :; done; echo bye >&9; exit 0");
        life.awaitUp();

        Duration took = timed(() -> assertThat(server.stop(StopPace.EOF)).isTrue());

        life.awaitLine("bye");
        life.awaitEnd();
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(0, ""));
        assertThat(took).isLessThan(StopPace.EOF.untilTerm());
    }

    @Test
    void aServerThatIgnoresEndOfInputIsTermed() throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh("trap 'echo term >&9; exit 7' TERM; " + life.hold() + FOREVER);
        life.awaitUp();

        Duration took = timed(() -> assertThat(server.stop(StopPace.EOF)).isTrue());

        life.awaitLine("term");
        life.awaitEnd();
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(7, ""));
        assertThat(took)
                .isBetween(StopPace.EOF.untilTerm(), StopPace.EOF.budget().plus(BUSY));
    }

    @ParameterizedTest
    @EnumSource(StopPace.class)
    void aServerThatIgnoresTermIsKilledWithinTheBudget(StopPace pace) throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh("trap '' TERM; " + life.hold() + FOREVER);
        life.awaitUp();

        Duration took = timed(() -> assertThat(server.stop(pace)).isTrue());

        life.awaitEnd();
        assertThat(recording.awaitEnd()).isEqualTo(new Signalled(9, ""));
        assertThat(took)
                .isBetween(
                        pace.untilTerm().plus(pace.untilKill()), pace.budget().plus(BUSY));
    }

    @ParameterizedTest
    @EnumSource(StopPace.class)
    void aSuspendedServerIsKilledWithinTheBudget(StopPace pace) throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh(life.hold() + "kill -STOP $$; exit 0");
        life.awaitUp();

        Duration took = timed(() -> assertThat(server.stop(pace)).isTrue());

        life.awaitEnd();
        assertThat(recording.awaitEnd()).isEqualTo(new Signalled(9, ""));
        assertThat(took).isLessThan(pace.budget().plus(BUSY));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aGrandchildInASessionOfItsOwnIsKilledToo() throws Exception {
        Lifeline life = lifeline("grandchild");
        String grandchild = "trap '' TERM HUP; " + life.hold() + "while :; do sleep 60; done";
        StdioServer server = sh("setsid sh -c \"" + grandchild + "\" & while read x; do :; done; wait");
        life.awaitUp();

        assertThat(server.stop(StopPace.SIGNAL)).isTrue();

        life.awaitEnd();
    }

    @Test
    void aChainOfWrappersEndsBeforeTermWhenItsLastLinkObeysEndOfInput() throws Exception {
        Lifeline life = lifeline("chain");
        // As npx does it: npm, a shell, the server. No link but the last looks at the input.
        StdioServer server =
                sh(life.hold() + "trap 'echo TERM >&9' TERM; sh -c 'sh -c \"cat; exit 4\"; exit $?'; exit $?");
        life.awaitUp();

        assertThat(server.stop(StopPace.EOF)).isTrue();

        life.awaitEnd();
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(4, ""));
    }

    @Test
    void whatAServerLeavesBehindWhenItExitsOnEndOfInputIsKilledWithinTheBudget() throws Exception {
        Lifeline life = lifeline("child");
        StdioServer server =
                sh("(trap '' TERM; " + life.hold() + "while :; do sleep 60; done) & while read x; do :; done");
        life.awaitUp();

        Duration took = timed(() -> assertThat(server.stop(StopPace.EOF)).isTrue());

        life.awaitEnd();
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(0, ""));
        assertThat(took)
                .isBetween(StopPace.EOF.untilTerm(), StopPace.EOF.budget().plus(BUSY));
    }

    @Test
    void whatAServerLeavesBehindWhenItDiesIsKilledUnasked() throws Exception {
        Lifeline life = lifeline("child");
        StdioServer server = sh("(trap '' TERM; " + life.hold() + "while :; do sleep 60; done) &"
                + " echo 1; read x; echo 2; read x; kill -9 $$");
        life.awaitUp();
        assertThat(recording.awaitFrame()).isEqualTo("1");
        say(server, "go on");
        assertThat(recording.awaitFrame()).isEqualTo("2");
        say(server, "die");

        assertThat(recording.awaitEnd()).isEqualTo(new Signalled(9, ""));
        life.awaitEnd();
    }

    @Test
    void outputIsTakenInWhileTheServerIsStopped() throws Exception {
        String line = "0123456789".repeat(10);
        StdioServer server =
                sh("cat; i=0; while [ $i -lt 4096 ]; do echo " + line + "; i=$((i+1)); done; echo last; exit 0");
        say(server, "hello");
        assertThat(recording.awaitFrame()).isEqualTo("hello");

        assertThat(server.stop(StopPace.EOF)).isTrue();

        assertThat(recording.awaitFramesToEnd()).hasSize(4097).endsWith("last");
    }

    @Test
    void aServerThatDoesNotReadIsStoppedAndItsWriterToldSo() throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh(life.hold() + FOREVER);
        life.awaitUp();
        FutureTask<Void> writer = new FutureTask<>(() -> {
            server.send(Frame.of(new byte[4 * 1024 * 1024]));
            server.flush();
            return null;
        });
        awaitWriting(Thread.ofPlatform().daemon().start(writer));

        Duration took = timed(() -> assertThat(server.stop(StopPace.SIGNAL)).isTrue());

        assertThat(took).isLessThan(StopPace.SIGNAL.budget().plus(BUSY));
        life.awaitEnd();
        assertThat(writer)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void manyStopsAtOnceAreOne() throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh("trap 'echo term >&9' TERM; " + life.hold() + FOREVER);
        life.awaitUp();

        List<CompletableFuture<Boolean>> stops = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            CompletableFuture<Boolean> stop = new CompletableFuture<>();
            stops.add(stop);
            Thread.ofPlatform().daemon().start(() -> stop.complete(server.stop(StopPace.SIGNAL)));
        }
        for (CompletableFuture<Boolean> stop : stops) {
            assertThat(stop.get(20, TimeUnit.SECONDS)).isTrue();
        }

        // None, where the machine was so busy that KILL came before the shell ran.
        assertThat(life.awaitLinesToEnd()).isIn(List.of(), List.of("term"));
        assertThat(recording.awaitEnd())
                .isInstanceOfSatisfying(
                        Signalled.class, exit -> assertThat(exit.signal()).isEqualTo(9));
        assertThat(server.stop(StopPace.EOF)).isTrue();
        assertThat(recording.rest()).isEmpty();
    }

    @Test
    void anUrgentStopHastensOneThatIsOnItsWay() throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh("trap '' TERM; " + life.hold() + AFTER_EOF);
        life.awaitUp();
        CompletableFuture<Duration> slow = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> slow.complete(timed(() -> server.stop(StopPace.EOF))));
        life.awaitLine("eof");

        assertThat(server.stop(StopPace.NOW)).isTrue();

        life.awaitEnd();
        assertThat(slow.get(20, TimeUnit.SECONDS)).isLessThan(StopPace.EOF.untilTerm());
    }

    @Test
    void anInterruptedStopKillsAndKeepsTheInterrupt() throws Exception {
        Lifeline life = lifeline("server");
        StdioServer server = sh("trap '' TERM; " + life.hold() + AFTER_EOF);
        life.awaitUp();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CompletableFuture<Duration> took = new CompletableFuture<>();
        Thread stopping = Thread.ofPlatform().daemon().start(() -> {
            took.complete(timed(() -> server.stop(StopPace.EOF)));
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        life.awaitLine("eof");

        stopping.interrupt();

        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(took.join()).isLessThan(StopPace.EOF.untilTerm());
        life.awaitEnd();
    }

    @Test
    void aListenerMayStopTheServer() throws Exception {
        Lifeline life = lifeline("server");
        CompletableFuture<StdioServer> known = new CompletableFuture<>();
        UpstreamListener stopper = new UpstreamListener() {
            @Override
            public void unanswered(Frame rawId, String reason) {
                throw new AssertionError("a process leaves no request unanswered: " + reason);
            }

            @Override
            public void received(FrameReader.Read read) {
                known.join().stop(StopPace.EOF);
                recording.received(read);
            }

            @Override
            public void ended(Exit exit) {
                recording.ended(exit);
            }
        };
        known.complete(start(script(life.hold() + "echo 1; read x; exit 6"), stopper, relay));

        assertThat(recording.awaitFrame()).isEqualTo("1");
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(6, ""));
        life.awaitUp();
        life.awaitEnd();
    }

    @Test
    void writingToAServerThatIsGoneFails() throws Exception {
        StdioServer server = sh("exit 0");
        assertThat(recording.awaitEnd()).isEqualTo(new Exited(0, ""));
        assertThat(server.stop(StopPace.NOW)).isTrue();

        assertThatIOException().isThrownBy(() -> say(server, "too late"));
        assertThatIOException().isThrownBy(() -> say(server, "later still"));
    }

    /** A thread in a write shows no state of its own; that it has begun shows in its stack. */
    private static void awaitWriting(Thread thread) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (List.of(thread.getStackTrace()).stream()
                .noneMatch(at -> at.getMethodName().equals("writeBytes"))) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
