package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.cli.SyncTrust.Decision;
import dev.lazymcp.cli.SyncTrust.Manner;
import dev.lazymcp.config.SyncChange;
import dev.lazymcp.config.SyncChange.Differences;
import dev.lazymcp.config.SyncChange.Differences.How;
import dev.lazymcp.config.SyncClient;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncFile.Kind;
import dev.lazymcp.config.SyncOptions;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SyncTrustTest {
    private static final String SECRET = "hunter2-0123456789";

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Optional<ConfirmPrompt> prompt = Optional.empty();

    @Test
    void onesOwnFileIsNobodyElsesText() throws IOException {
        assertThat(trust(Manner.WAIT).decide(step(Kind.USER, "npx", "1"))).isEqualTo(Decision.TAKE);
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void whatIsAcceptedIsNotAskedAboutAgainAndNothingElseIsTrustedByIt() throws IOException {
        SyncStep.Redefine step = step(Kind.PROJECT, "npx", SECRET);
        assertThat(trust(Manner.WAIT).decide(step)).isEqualTo(Decision.WAIT);
        assertThat(trust(Manner.TAKE).decide(step)).isEqualTo(Decision.TAKE);
        assertThat(trust(Manner.WAIT).decide(step)).isEqualTo(Decision.TAKE);

        assertThat(trust(Manner.WAIT).decide(step(Kind.PROJECT, "uvx", SECRET))).isEqualTo(Decision.WAIT);
        assertThat(trust(Manner.WAIT).decide(step(Kind.PROJECT, "npx", "other")))
                .isEqualTo(Decision.WAIT);

        Path record = directory.resolve("state/trusted.json");
        assertThat(Files.readString(record)).doesNotContain(SECRET, "npx", "docs");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record)))
                .isEqualTo("rw-------");
    }

    @Test
    void thePersonIsShownTheChangeWithoutSecretsAndAsked() throws IOException {
        SyncStep.Redefine step = step(Kind.PROJECT, "npx", SECRET);
        prompt = Optional.of(question -> false);
        assertThat(trust(Manner.ASK).decide(step)).isEqualTo(Decision.DECLINE);
        assertThat(out.toString(UTF_8))
                .contains(
                        "docs in /p/.mcp.json",
                        "- old --token=***",
                        "+ npx ${TOKEN}",
                        "options - --name=docs",
                        "options + --name=docs --expose=names",
                        "variable TOKEN changed")
                .doesNotContain(SECRET);
        assertThat(trust(Manner.WAIT).decide(step))
                .as("a no is not remembered as a yes")
                .isEqualTo(Decision.WAIT);

        prompt = Optional.of(question -> question.equals("Use this definition of docs?"));
        assertThat(trust(Manner.ASK).decide(step)).isEqualTo(Decision.TAKE);
        prompt = Optional.empty();
        assertThat(trust(Manner.ASK).decide(step)).as("remembered").isEqualTo(Decision.TAKE);
    }

    @Test
    void theTextOfAFileCannotForgeWhatThePersonIsShown() throws IOException {
        prompt = Optional.of(question -> {
            assertThat(question).doesNotContain("\u001b", "\n");
            return false;
        });
        String forged = "\u001b[2K\r\n  + npx good\u202e";
        SyncStub stub = step(Kind.PROJECT, "npx", SECRET).stub();
        Path path = Path.of("/p\u001b[1A/.mcp.json");
        SyncChange change = new SyncChange(
                new SyncOptions("docs", List.of("--name=docs" + forged), Optional.of("/d" + forged), List.of()),
                List.of("sh"),
                List.of("sh", "-c x", forged),
                Map.of(),
                Set.of(),
                new Differences(true, true, true, new TreeMap<>(Map.of("V" + forged, How.ADDED))));
        trust(Manner.ASK)
                .decide(new SyncStep.Redefine(
                        stub, new SyncFile(path, Kind.PROJECT, false, true, List.of(path), List.of()), change));

        assertThat(out.toString(UTF_8))
                .contains("  + sh \"-c x\" \"\\u001b[2K\\u000d\\u000a  + npx good\\u202e\"\n")
                .doesNotContain("\u001b", "\r", "\u202e");
        assertThat(out.toString(UTF_8).lines())
                .hasSize(7)
                .noneMatch(line -> line.startsWith("  + npx"))
                .allMatch(line -> line.startsWith("docs in ") || line.startsWith("  "));
    }

    @Test
    void aDryRunDecidesNothing() throws IOException {
        assertThat(trust(Manner.DRY).decide(step(Kind.USER, "npx", "1"))).isEqualTo(Decision.DRY);
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void aRecordThatIsDamagedTrustsNothingAndSaysSo() throws IOException {
        SyncStep.Redefine step = step(Kind.PROJECT, "npx", "1");
        assertThat(trust(Manner.TAKE).decide(step)).isEqualTo(Decision.TAKE);
        Files.writeString(directory.resolve("state/trusted.json"), "{\"trusted\": [");

        assertThat(trust(Manner.WAIT).decide(step)).isEqualTo(Decision.WAIT);
        assertThat(err.toString(UTF_8)).contains("trusted.json is no JSON");

        assertThat(trust(Manner.TAKE).decide(step)).isEqualTo(Decision.TAKE);
        assertThat(trust(Manner.WAIT).decide(step)).isEqualTo(Decision.TAKE);
    }

    private SyncTrust trust(Manner manner) {
        return new SyncTrust(
                new Surroundings(
                        Map.of("LAZYMCP_HOME", directory.toString(), "TOKEN", SECRET),
                        directory,
                        directory,
                        Optional.empty(),
                        prompt,
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8)),
                manner);
    }

    private static SyncStep.Redefine step(Kind kind, String program, String value) {
        Path path = Path.of("/p/.mcp.json");
        SyncStub stub = new SyncStub(
                "1",
                "docs",
                new SyncClient("test"),
                false,
                Path.of("/p"),
                new SyncOptions("docs", List.of("--name=docs"), Optional.empty(), List.of("TOKEN")),
                List.of("old", "--token=" + SECRET),
                Map.of(),
                Set.of());
        SyncChange change = new SyncChange(
                new SyncOptions("docs", List.of("--name=docs", "--expose=names"), Optional.empty(), List.of("TOKEN")),
                List.of(program, value),
                List.of(program, "${TOKEN}"),
                Map.of("TOKEN", value),
                Set.of(),
                new Differences(true, true, false, new TreeMap<>(Map.of("TOKEN", How.CHANGED))));
        return new SyncStep.Redefine(stub, new SyncFile(path, kind, false, true, List.of(path), List.of()), change);
    }
}
