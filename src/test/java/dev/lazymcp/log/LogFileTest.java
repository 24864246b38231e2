package dev.lazymcp.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.Gen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    private static final LogHeader HEADER = new LogHeader("git hub", "4711", 12, "1.2.3");

    @TempDir
    Path home;

    @Test
    void isForItsOwnerOnlyAndNeverLargerThanItMayBe() throws IOException {
        try (LogFile log = log(1_000)) {
            for (int i = 0; i < 500; i++) {
                log.append(line(i));
            }
        }
        List<Path> files = files();
        assertThat(files).hasSize(2);
        for (Path file : files) {
            assertThat(Files.size(file)).isBetween(500L, 1_000L);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(Files.readAllLines(file).getFirst()).startsWith("# {\"name\":\"git hub\",\"session\":\"4711\"");
        }
    }

    @Test
    void aReaderThatFollowsMissesNothingAcrossRotations() {
        Gen.forAll(20, gen -> {
            Path own = Files.createTempDirectory(home, "run");
            LogDirectory directory = new LogDirectory(own.resolve("logs"));
            try (LogFile log = new LogFile(directory.prepare("git hub"), "12-1", HEADER, 2_000);
                    ServerLogs reader = new ServerLogs(directory, "git hub", Optional.empty())) {
                List<String> written = new ArrayList<>();
                List<String> seen = new ArrayList<>();
                while (written.size() < 300) {
                    StringBuilder lines = new StringBuilder();
                    for (int batch = gen.between(1, 12); batch > 0; batch--) {
                        lines.append(new String(line(written.size()), UTF_8));
                        written.add("server line " + written.size());
                    }
                    log.append(lines.toString().getBytes(UTF_8));
                    if (gen.once(2) || written.size() - seen.size() > 12) {
                        reader.more(false).forEach(line -> seen.add(line.text()));
                    }
                }
                reader.more(false).forEach(line -> seen.add(line.text()));
                assertThat(seen).isEqualTo(written);
            }
        });
    }

    @Test
    void whatAProcessThatWasKilledLeftHalfWrittenIsShownAndDisturbsNothing() throws IOException {
        try (LogFile log = log(10_000)) {
            log.append(line(1));
        }
        Path file = files().getFirst();
        Files.writeString(file, "2026-01-01T00:00:00.0", StandardOpenOption.APPEND);
        try (ServerLogs reader = reader(Optional.empty())) {
            assertThat(reader.more(true))
                    .extracting(LogLine::text)
                    .containsExactly("server line 1", "2026-01-01T00:00:00.0");
        }
        try (ServerLogs reader = reader(Optional.empty())) {
            assertThat(reader.more(false)).extracting(LogLine::text).containsExactly("server line 1");
            Files.writeString(file, "00Z server rest\n", StandardOpenOption.APPEND);
            assertThat(reader.more(false)).extracting(LogLine::text).containsExactly("server rest");
        }
    }

    @Test
    void logsOfSeveralStubsAreOneByTimeAndCanBeToldBySession() throws IOException {
        LogDirectory directory = new LogDirectory(home.resolve("logs"));
        Path own = directory.prepare("git hub");
        LogHeader other = new LogHeader("git hub", "other", 13, "1.2.3");
        try (LogFile one = new LogFile(own, "12-1", HEADER, 10_000);
                LogFile two = new LogFile(own, "13-1", other, 10_000)) {
            one.append(
                    "2026-01-01T00:00:01.000Z stub   first\n2026-01-01T00:00:03.000Z stub   third\n".getBytes(UTF_8));
            two.append("2026-01-01T00:00:02.000Z stub   second\n".getBytes(UTF_8));
        }
        assertThat(reader(Optional.empty()).more(true))
                .containsExactly(
                        new LogLine("2026-01-01T00:00:01.000Z", "4711", "stub   first"),
                        new LogLine("2026-01-01T00:00:02.000Z", "other", "stub   second"),
                        new LogLine("2026-01-01T00:00:03.000Z", "4711", "stub   third"));
        assertThat(reader(Optional.of("other")).more(true))
                .extracting(LogLine::session)
                .containsExactly("other");
        assertThat(ServerLogs.names(directory)).containsExactly("git hub");
    }

    @Test
    void aNameOfAServerLeadsNowhereElse() throws IOException {
        LogDirectory directory = new LogDirectory(home.resolve("logs"));
        for (String name :
                List.of("../../etc", "/etc/passwd", "..", "", "a\\b", "C:\\x", "nul", "é\u202e", "x".repeat(5_000))) {
            Path own = directory.prepare(name);
            assertThat(own.getParent()).isEqualTo(directory.root());
            assertThat(own.getFileName().toString()).matches("mcp-[a-z0-9_%-]{0,116}");
        }
        assertThat(directory.of("GitHub")).isNotEqualTo(directory.of("github"));
    }

    @Test
    void theOldestLogsGoWhenThereAreMany() throws IOException {
        LogDirectory directory = new LogDirectory(home.resolve("logs"));
        Path own = directory.prepare("many");
        long self = ProcessHandle.current().pid();
        for (int i = 1; i <= 30; i++) {
            Path file = Files.writeString(own.resolve("999999999-" + i + ".log"), "x");
            Files.setLastModifiedTime(file, FileTime.fromMillis(i * 1_000L));
        }
        Path running = Files.writeString(own.resolve(self + "-1.log"), "x");
        Files.setLastModifiedTime(running, FileTime.fromMillis(0));
        directory.prepare("many");
        List<String> left = LogDirectory.stems(own);
        assertThat(left)
                .hasSize(LogDirectory.KEPT)
                .contains(self + "-1", "999999999-30")
                .doesNotContain("999999999-21");
    }

    @Test
    void aDirectoryThatOthersCanEnterIsNotWrittenTo() throws IOException {
        Path open = Files.createDirectory(home.resolve("logs"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> new LogDirectory(open).prepare("x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 700");
    }

    private LogFile log(long mostBytes) throws IOException {
        return new LogFile(new LogDirectory(home.resolve("logs")).prepare("git hub"), "12-1", HEADER, mostBytes);
    }

    private ServerLogs reader(Optional<String> session) {
        return new ServerLogs(new LogDirectory(home.resolve("logs")), "git hub", session);
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(new LogDirectory(home.resolve("logs")).of("git hub"))) {
            return files.sorted().toList();
        }
    }

    private static byte[] line(int number) {
        return ("2026-01-01T00:00:00.000Z server line " + number + "\n").getBytes(UTF_8);
    }
}
