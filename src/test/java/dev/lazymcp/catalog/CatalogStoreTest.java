package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogStoreTest {
    private static final Identity ID = Entries.identity("a");

    @TempDir
    private Path temporary;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void whatIsWrittenIsFoundByItsIdentityOnly() throws IOException {
        CatalogEntry entry = Entries.sized(5, 100);
        store().write(ID, entry);
        assertThat(store().read(ID)).contains(entry);
        assertThat(store().head(ID)).contains(entry.head());
        assertThat(store().read(Entries.identity("b"))).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void theLastWriteCountsAndLeavesNothingBeside() throws IOException {
        store().write(ID, Entries.sized(50, 9000));
        store().write(ID, Entries.marked("second"));
        assertThat(store().read(ID)).contains(Entries.marked("second"));
        assertThat(names()).containsExactly(ID.fileName());
    }

    @Test
    void readingWritesNothing() {
        assertThat(store().head(ID)).isEmpty();
        assertThat(store().read(ID)).isEmpty();
        assertThat(temporary.resolve("state")).doesNotExist();
        assertThat(warnings).isEmpty();
    }

    @Test
    void anEntryThatCannotBeWrittenLeavesTheOldOne() throws IOException {
        store().write(ID, Entries.marked("old"));
        CatalogEntry bad = new CatalogEntry(
                java.util.Map.of(),
                new byte[0],
                new byte[0],
                java.util.Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "",
                "",
                0);
        assertThatThrownBy(() -> store().write(ID, bad)).isInstanceOf(IOException.class);
        assertThat(store().read(ID)).contains(Entries.marked("old"));
        assertThat(names()).containsExactly(ID.fileName());
    }

    @Test
    void aFileCutAnywhereIsAWarningAndNoEntry() throws IOException {
        store().write(ID, Entries.marked("m"));
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            assertUnusable();
        }
        store().write(ID, Entries.marked("again"));
        assertThat(store().read(ID)).contains(Entries.marked("again"));
    }

    @Test
    void theWarningNamesFileAndReason() throws IOException {
        store().write(ID, Entries.marked("m"));
        Files.writeString(file(), "{\"format\":7,", UTF_8);
        store().head(ID);
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains(file().toString())
                .contains("\"format\" is 7");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void filesAreTheOwnersOnly() throws IOException {
        store().write(ID, Entries.marked("m"));
        assertThat(permissions(file())).isEqualTo("rw-------");
        assertThat(permissions(directory())).isEqualTo("rwx------");
        assertThat(permissions(temporary.resolve("state"))).isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-rw----", "rw----rw-", "rw-----w-"})
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatOthersMayWriteIsNotTrusted(String permissions) throws IOException {
        store().write(ID, Entries.marked("m"));
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(permissions));
        assertUnusable();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileOfSomebodyElseIsNotTrusted() throws IOException {
        store().write(ID, Entries.marked("m"));
        assumeTrue(isRoot(), "only root can give a file away");
        Files.setAttribute(file(), "unix:uid", 54321);
        assertUnusable();
        assertThat(warnings.getLast()).contains("belongs to user 54321");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatCannotBeReadIsAWarning() throws IOException {
        store().write(ID, Entries.marked("m"));
        assumeTrue(!isRoot(), "root reads everything");
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("---------"));
        assertUnusable();
    }

    @Test
    void aDirectoryInItsPlaceIsAWarning() throws IOException {
        Files.createDirectories(file());
        assertUnusable();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Timeout(20)
    void aPipeInItsPlaceIsAWarningAndNoEndlessRead() throws IOException, InterruptedException {
        Files.createDirectories(directory());
        Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", file().toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        assertUnusable();
    }

    @Test
    void aFileBeyondTheLimitIsNotRead() throws IOException {
        store().write(ID, Entries.marked("m"));
        try (var channel = java.nio.channels.FileChannel.open(file(), java.nio.file.StandardOpenOption.WRITE)) {
            channel.write(java.nio.ByteBuffer.wrap(new byte[1]), CatalogFile.MAX_BYTES);
        }
        assertUnusable();
    }

    /** Whoever reads while others write sees one whole entry: never none, never parts of two. */
    @Test
    @Timeout(120)
    void writersInSeveralProcessesNeverShowAnythingButWholeEntries() throws IOException, InterruptedException {
        store().write(ID, Entries.marked("start"));
        List<Process> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            writers.add(CatalogWriter.start(directory(), "w" + i, 100));
        }
        int reads = 0;
        List<String> seen = new ArrayList<>();
        while (writers.stream().anyMatch(Process::isAlive) || reads == 0) {
            CatalogEntry entry = store().read(ID).orElseThrow(() -> new AssertionError("no entry: " + warnings));
            assertThat(entry).isEqualTo(Entries.marked(entry.learnedBy()));
            assertThat(store().head(ID)).isPresent();
            if (!seen.contains(entry.learnedBy())) {
                seen.add(entry.learnedBy());
            }
            reads++;
        }
        for (Process writer : writers) {
            assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(writer.exitValue()).as(CatalogWriter.output(writer)).isZero();
        }
        assertThat(warnings).isEmpty();
        assertThat(seen.size()).isGreaterThan(10);
        assertThat(names()).containsExactlyInAnyOrder(ID.fileName(), "salt");
    }

    private void assertUnusable() {
        warnings.clear();
        assertThat(store().head(ID)).isEmpty();
        assertThat(store().read(ID)).isEmpty();
        assertThat(warnings).hasSize(2);
    }

    private CatalogStore store() {
        return new CatalogStore(directory(), warnings::add);
    }

    private Path directory() {
        return temporary.resolve("state/catalog");
    }

    private Path file() {
        return directory().resolve(ID.fileName());
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private boolean isRoot() throws IOException {
        return Files.getAttribute(temporary, "unix:uid").equals(0);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
