package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ProcStatTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "42 (node) S 7 42 42 0 -1 4194560",
                "42 (a b) S 7 42",
                "42 () S 7 42",
                "42 (evil) Z 1 (x) S 7 42",
            })
    void readsStateAndParentWhateverTheName(String line) {
        assertThat(ProcStat.parse(line)).contains(new ProcStat('S', 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "42", "42 (node)", "42 (node) S", "42 (node) S 7", "42 (node) S x 42"})
    void isNothingWhereTheLineIsNot(String line) {
        assertThat(ProcStat.parse(line)).isEmpty();
    }

    @Test
    void endedAreZombiesAndTheDead() {
        assertThat(new ProcStat('Z', 1).hasEnded()).isTrue();
        assertThat(new ProcStat('X', 1).hasEnded()).isTrue();
        assertThat(new ProcStat('S', 1).hasEnded()).isFalse();
        assertThat(new ProcStat('T', 1).hasEnded()).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void agreesWithJavaOnOurParent() {
        Optional<Long> parent = ProcessHandle.current().parent().map(ProcessHandle::pid);

        assertThat(ProcStat.self().map(ProcStat::parent)).isEqualTo(parent).isPresent();
        assertThat(ProcStat.of(ProcessHandle.current().pid()).map(ProcStat::parent))
                .isEqualTo(parent);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void seesAChildThatNobodyWaitedFor() throws Exception {
        // The shell has itself replaced, so that its child's exit code is waited for by nobody.
        Process parent = new ProcessBuilder(
                        "/bin/sh", "-c", "exec 3<&0; (exec 1>&-; read x <&3) & echo $!; exec sleep 60 1>&-")
                .start();
        try (BufferedReader out = parent.inputReader()) {
            long child = Long.parseLong(out.readLine());
            assertThat(out.readLine()).isNull();
            parent.getOutputStream().close();
            while (ProcStat.of(child).orElseThrow().state() != 'Z') {
                Thread.onSpinWait();
            }
            assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive))
                    .as("what Java says")
                    .contains(true);
            assertThat(ProcStat.of(child).map(ProcStat::hasEnded)).contains(true);
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatIsNoMoreHasNone() throws Exception {
        Process process = new ProcessBuilder("/bin/true").start();
        process.waitFor();

        assertThat(ProcStat.of(process.pid())).isEmpty();
    }
}
