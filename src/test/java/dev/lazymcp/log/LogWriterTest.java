package dev.lazymcp.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.log.LogWriter.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWriterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final LogHeader HEADER = new LogHeader("s", "1", 7, "1");

    @TempDir
    Path home;

    private final ConcurrentLinkedQueue<String> trouble = new ConcurrentLinkedQueue<>();

    @Test
    void linesHaveTimeAndSpeakerAndNoSecretsEvenIfThoseComeInPieces() throws IOException {
        LogWriter log = writer();
        log.resume(KnownSecrets.of(
                List.of("server", "--api-key", "argument-secret"),
                List.of("own value of the entry"),
                Map.of("GITHUB_TOKEN", "inherited-secret", "PATH", "/usr/bin")));
        ServerErrors errors = new ServerErrors((_, _, _) -> {}, log);
        log.write(Source.STUB, "start 1");
        for (byte b : "in /usr/bin: inherited-secret argument-secret own value of the entry\nlast".getBytes(UTF_8)) {
            errors.write(new byte[] {b}, 0, 1);
        }
        errors.ended();
        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(read())
                .containsExactly(
                        "1970-01-01T00:00:05.000Z stub   start 1",
                        "1970-01-01T00:00:05.000Z server in /usr/bin: *** *** ***",
                        "1970-01-01T00:00:05.000Z server last");
    }

    @Test
    void aLineWithoutEndIsCutAndSaysSo() throws IOException {
        LogWriter log = writer();
        ServerErrors errors = new ServerErrors((_, _, _) -> {}, log);
        byte[] much = "y ".repeat(50_000).getBytes(UTF_8);
        errors.write(much, 0, much.length);
        errors.write(new byte[] {'\n'}, 0, 1);
        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(read())
                .singleElement()
                .satisfies(line -> assertThat(line).hasSizeLessThan(17_000).endsWith("[cut]"));
    }

    @Test
    void colourAndCursorAreNotKept() throws IOException {
        LogWriter log = writer();
        log.write(Source.SERVER, "\u001b[31mred\u001b[0m\n\nnext");
        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(read())
                .containsExactly("1970-01-01T00:00:05.000Z server red", "1970-01-01T00:00:05.000Z server next");
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldOnceAndTriedAgainWithTheNextStart() throws IOException {
        Path blocked = Files.writeString(home.resolve("logs"), "a file where a directory should be");
        LogWriter log = writer();
        log.write(Source.STUB, "lost");
        assertThat(log.flush(PATIENCE)).isFalse();
        log.resume(none());
        log.write(Source.STUB, "lost too");
        assertThat(log.flush(PATIENCE)).isFalse();
        assertThat(trouble).singleElement().asString().contains(blocked.toString());
        Files.delete(blocked);
        log.resume(none());
        log.write(Source.STUB, "kept");
        assertThat(log.flush(PATIENCE)).isTrue();
        assertThat(read()).containsExactly("1970-01-01T00:00:05.000Z stub   kept");
    }

    private LogWriter writer() {
        return new LogWriter(new LogDirectory(home.resolve("logs")), HEADER, none(), () -> 5_000, trouble::add);
    }

    private static KnownSecrets none() {
        return KnownSecrets.of(List.of("server"), List.of(), Map.of());
    }

    private List<String> read() throws IOException {
        try (ServerLogs logs = new ServerLogs(new LogDirectory(home.resolve("logs")), "s", Optional.empty())) {
            return logs.more(true).stream()
                    .map(line -> line.time() + " " + line.text())
                    .toList();
        }
    }
}
