package dev.lazymcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaltFileTest {
    @TempDir
    private Path temporary;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void readingCreatesNothing() {
        assertThat(saltFile().read()).isEmpty();
        assertThat(state()).doesNotExist();
        assertThat(warnings).isEmpty();
    }

    @Test
    void theSaltStays() throws IOException {
        Salt salt = saltFile().readOrCreate();
        assertThat(saltFile().readOrCreate()).isEqualTo(salt);
        assertThat(saltFile().read()).contains(salt);
        try (var files = Files.list(state())) {
            assertThat(files).containsExactly(file());
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void eachInstallationHasItsOwn() throws IOException {
        Salt other = new SaltFile(temporary.resolve("other"), warnings::add).readOrCreate();
        assertThat(saltFile().readOrCreate()).isNotEqualTo(other);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theSaltIsTheOwnersOnly() throws IOException {
        saltFile().readOrCreate();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state())))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 33})
    void aSaltOfAnotherLengthIsAWarningAndReplaced(int length) throws IOException {
        Files.createDirectories(state());
        Files.write(file(), new byte[length]);
        assertThat(saltFile().read()).isEmpty();
        assertThat(warnings).singleElement().asString().contains(length + " bytes");
        Salt salt = saltFile().readOrCreate();
        warnings.clear();
        assertThat(saltFile().read()).contains(salt);
        assertThat(warnings).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aSaltThatOthersMayWriteIsReplaced() throws IOException {
        Salt known = saltFile().readOrCreate();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(saltFile().read()).isEmpty();
        assertThat(saltFile().readOrCreate()).isNotEqualTo(known);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    @Timeout(60)
    void threadsThatCreateItAtOnceGetTheSame() throws Exception {
        int threads = 16;
        for (int round = 0; round < 20; round++) {
            Path state = temporary.resolve("round" + round);
            CyclicBarrier start = new CyclicBarrier(threads);
            try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
                Callable<Salt> create = () -> {
                    start.await();
                    return new SaltFile(state, SaltFileTest::fail).readOrCreate();
                };
                Set<Salt> salts = new java.util.HashSet<>();
                for (Future<Salt> salt : executor.invokeAll(java.util.Collections.nCopies(threads, create))) {
                    salts.add(salt.get());
                }
                assertThat(salts).hasSize(1);
            }
            try (var files = Files.list(state)) {
                assertThat(files).hasSize(1);
            }
        }
    }

    @Test
    @Timeout(60)
    void processesThatCreateItAtOnceGetTheSame() throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(CatalogWriter.start(state(), "p" + i, 0));
        }
        for (Process process : processes) {
            String printed = CatalogWriter.output(process);
            assertThat(process.waitFor()).as(printed).isZero();
            assertThat(saltFile().read()).contains(Salt.of(HexFormat.of().parseHex(printed)));
        }
    }

    private SaltFile saltFile() {
        return new SaltFile(state(), warnings::add);
    }

    private Path state() {
        return temporary.resolve("a/state");
    }

    private Path file() {
        return state().resolve("salt");
    }

    private static void fail(String warning) {
        throw new AssertionError(warning);
    }
}
