package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.os.ParentWatch.Look;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ParentWatchTest {
    private static final Optional<Instant> MORNING = Optional.of(Instant.parse("2026-01-01T08:00:00Z"));
    private static final Optional<Instant> NOON = Optional.of(Instant.parse("2026-01-01T12:00:00Z"));
    private static final Look PARENT = parent(7, MORNING);

    @Test
    void theSameParentIsThere() {
        assertThat(ParentWatch.isGone(PARENT, PARENT)).isFalse();
        assertThat(ParentWatch.isGone(PARENT, parent(7, Optional.empty()))).isFalse();
        assertThat(ParentWatch.isGone(parent(7, Optional.empty()), PARENT)).isFalse();
    }

    @Test
    void anotherParentIsNot() {
        assertThat(ParentWatch.isGone(PARENT, parent(1, MORNING))).isTrue();
        assertThat(ParentWatch.isGone(PARENT, parent(1, Optional.empty()))).isTrue();
    }

    @Test
    void anotherProcessWithTheParentsIdIsNot() {
        assertThat(ParentWatch.isGone(PARENT, parent(7, NOON))).isTrue();
    }

    @Test
    void noParentIsGoneOnlyWhereThereWasOne() {
        assertThat(ParentWatch.isGone(PARENT, new Look.None())).isTrue();
        assertThat(ParentWatch.isGone(new Look.None(), new Look.None())).isFalse();
        assertThat(ParentWatch.isGone(new Look.None(), PARENT)).isFalse();
        assertThat(ParentWatch.isGone(new Look.Unknown(), PARENT)).isFalse();
    }

    @Test
    void aFailedLookIsNoNews() {
        assertThat(ParentWatch.isGone(PARENT, new Look.Unknown())).isFalse();
    }

    @Test
    void ourParentIsTheOneThatJavaNames() {
        ParentWatch watch = ParentWatch.begin();

        assertThat(watch.parent().map(ProcessIdentity::pid))
                .isEqualTo(ProcessHandle.current().parent().map(ProcessHandle::pid));
        assertThat(watch.isGone()).isFalse();
    }

    @Test
    @Timeout(60)
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aParentThatEndsIsGone() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            Process parent = new ProcessBuilder(
                            "/bin/sh",
                            "-c",
                            "\"$@\" & read x",
                            "sh",
                            java,
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Watcher.class.getName(),
                            Integer.toString(port.getLocalPort()))
                    .inheritIO()
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .start();
            try (Socket watcher = port.accept();
                    BufferedReader answers = new BufferedReader(
                            new InputStreamReader(watcher.getInputStream(), StandardCharsets.US_ASCII))) {
                assertThat(answers.readLine()).isEqualTo(Long.toString(parent.pid()));
                assertThat(ask(watcher, answers)).isEqualTo("false");

                parent.getOutputStream().close();
                assertThat(parent.waitFor()).isNotNegative();

                assertThat(ask(watcher, answers)).isEqualTo("true");
            } finally {
                parent.destroyForcibly();
            }
        }
    }

    private static String ask(Socket watcher, BufferedReader answers) throws IOException {
        watcher.getOutputStream().write('?');
        return answers.readLine();
    }

    private static Look parent(long pid, Optional<Instant> started) {
        return new Look.Parent(new ProcessIdentity(pid, started));
    }

    /** Says over a socket whether its parent is gone, as often as it is asked; ends with the connection. */
    static final class Watcher {
        private Watcher() {}

        public static void main(String[] args) throws IOException {
            ParentWatch watch = ParentWatch.begin();
            try (Socket test = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                    OutputStream out = test.getOutputStream()) {
                out.write(line(watch.parent().map(ProcessIdentity::pid).orElse(0L)));
                while (test.getInputStream().read() >= 0) {
                    out.write(line(watch.isGone()));
                }
            }
        }

        private static byte[] line(Object what) {
            return (what + "\n").getBytes(StandardCharsets.US_ASCII);
        }
    }
}
