package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.Remote.Header;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The hand-written reader of the start path and picocli agree. */
class WrapArgumentsTest {
    private static final List<String> OPTIONS = List.of(
            "--name",
            "--expose",
            "--after",
            "--tools",
            "--deny-tools",
            "--agents",
            "--env-keys",
            "--idle",
            "--grace",
            "--start-timeout",
            "--call-timeout",
            "--cwd",
            "--init",
            "--shutdown",
            "--url",
            "--url",
            "--transport",
            "--header",
            "--headers-helper",
            "--cacert",
            "--required",
            "--eager",
            "--pin",
            "--nonsense",
            "-h",
            "--",
            "x");

    private static final List<String> FLAGS = List.of("--required", "--eager", "--pin");

    private static final List<String> VALUES = List.of(
            "a",
            "",
            "a,b",
            ",a,,b ",
            "sse",
            "N=env:V",
            "https://mcp.example/a",
            "tiny",
            "names",
            "full",
            "hidden",
            "auto",
            "TINY",
            "on",
            "off",
            "5s",
            "300ms",
            "0",
            "5",
            "2m",
            "1h",
            "99999999999h",
            "5 s",
            "-x",
            "--required",
            "--",
            "é漢",
            "a=b",
            "*",
            " ",
            "\"q\"",
            "@file",
            "'");

    @Test
    void whatIsReadByHandIsWhatPicocliReads() {
        int[] plain = {0};
        Gen.forAll(20_000, gen -> {
            String[] args = line(gen);
            Optional<WrapArguments> byHand = WrapArguments.parse(args);
            if (byHand.isPresent()) {
                plain[0]++;
                assertThat(options(byHand.get())).as(String.join(" ", args)).isEqualTo(options(byPicocli(args)));
            }
        });
        assertThat(plain[0]).as("lines that were read by hand").isGreaterThan(1_000);
    }

    @Test
    void whatRewriteWritesIsReadByHand() {
        String[] args = {
            "wrap",
            "--name",
            "a b",
            "--expose",
            "names",
            "--tools=x,y",
            "--deny-tools",
            "y,z",
            "--deny-tools=w",
            "--agents",
            "r",
            "--env-keys",
            "T",
            "--required",
            "--idle",
            "5m",
            "--",
            "npx",
            "-y",
            "--name",
            "z",
            "--",
            "-Dk=v",
            "@f"
        };
        StubOptions options = options(WrapArguments.parse(args).orElseThrow());
        assertThat(options.name()).isEqualTo("a b");
        assertThat(options.tools()).containsExactly("x", "y");
        assertThat(options.deniedTools()).containsExactly("y", "z", "w");
        assertThat(options.allows("x")).isTrue();
        assertThat(options.allows("y"))
                .as("what is denied stays so where it is named, too")
                .isFalse();
        assertThat(options.required()).isTrue();
        assertThat(options.command()).containsExactly("npx", "-y", "--name", "z", "--", "-Dk=v", "@f");
        assertThat(options).isEqualTo(options(byPicocli(args)));
    }

    @Test
    void aServerSomewhereElseHasAnAddressAndNoCommand() {
        String[] args = {
            "wrap", "--url", "https://mcp.example/x", "--header", "A=env:B", "--header=C=d=e", "--transport", "sse"
        };
        StubOptions options = options(WrapArguments.parse(args).orElseThrow());
        Remote remote = options.remote().orElseThrow();
        assertThat(options.name()).isEqualTo("mcp.example");
        assertThat(options.command()).isEmpty();
        assertThat(remote.transport()).isEqualTo(Remote.Transport.SSE);
        assertThat(remote.headers()).containsExactly(new Header("A", "env:B"), new Header("C", "d=e"));
        assertThat(remote.headers().getFirst().variable()).contains("B");
        assertThat(remote.headers().getLast().variable()).isEmpty();
        assertThat(options).isEqualTo(options(byPicocli(args)));
    }

    @ParameterizedTest
    @CsvSource({
        "env:B, B, v",
        "Bearer env:B, B, Bearer v",
        "Bearer  env:B, , Bearer  env:B",
        "two words env:B, , two words env:B",
        "xenv:B, , xenv:B",
        "Basic abc, , Basic abc"
    })
    void aVariableMayStandBehindAWord(String value, @Nullable String variable, String sent) {
        Header header = new Header("A", value);
        assertThat(header.variable()).isEqualTo(Optional.ofNullable(variable));
        assertThat(header.with("v")).isEqualTo(sent);
    }

    @Test
    void aHeaderThatIsNoneIsNotRepeatedInTheError() {
        StringWriter err = new StringWriter();
        CommandLine commandLine = LazymcpCommand.commandLine().setErr(new PrintWriter(err));
        commandLine.execute("wrap", "--url", "http://a.example", "--header", "Bearer-s3cr3t");
        assertThat(err.toString()).contains("NAME=env:VARIABLE").doesNotContain("s3cr3t");
    }

    @Test
    void namesOfServersComeFromTheirAddresses() {
        assertThat(ServerName.ofUrl("https://mcp.example:8080/x?y#z")).isEqualTo("mcp.example");
        assertThat(ServerName.ofUrl("wss://user@mcp.example")).isEqualTo("mcp.example");
        assertThat(ServerName.ofUrl("env:ADDRESS")).isEqualTo("server");
    }

    @Test
    void namesOfServersComeFromTheirCommands() {
        assertThat(ServerName.of(List.of("npx", "-y", "@modelcontextprotocol/server-everything@2.0")))
                .isEqualTo("everything");
        assertThat(ServerName.of(List.of("uvx", "mcp-server-git"))).isEqualTo("git");
        assertThat(ServerName.of(List.of("C:\\tools\\docs.exe"))).isEqualTo("docs");
        assertThat(ServerName.of(List.of("node", "/opt/files.mjs"))).isEqualTo("files");
        assertThat(ServerName.of(List.of("/"))).isEqualTo("server");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wrap",
                "wrap --",
                "wrap npx -y x",
                "wrap --name -- x",
                "wrap --expose big -- x",
                "wrap --idle 5 -- x",
                "wrap --after maybe -- x",
                "wrap --nonsense -- x",
                "wrap stray -- x",
                "wrap --idle 1s --idle 2s -- x",
                "wrap --url",
                "wrap --url http://a.example -- x",
                "wrap --transport http -- x",
                "wrap --header A=b -- x",
                "wrap --url http://a.example --header A",
                "wrap --url http://a.example --transport smoke",
                "wrap --url http://a.example --url http://b.example"
            })
    void errorsAreForPeopleAndExitWithTwo(String line) {
        StringWriter err = new StringWriter();
        CommandLine commandLine = LazymcpCommand.commandLine().setErr(new PrintWriter(err));
        assertThat(WrapArguments.parse(line.split(" ", -1))).isEmpty();
        assertThat(commandLine.execute(LazymcpCommand.own(commandLine, line.split(" ", -1))))
                .isEqualTo(2);
        assertThat(err.toString()).contains("lazymcp wrap").doesNotContain("Exception");
    }

    private static String[] line(Gen gen) {
        List<String> words = new ArrayList<>(List.of("wrap"));
        int options = gen.between(0, 5);
        for (int i = 0; i < options; i++) {
            String option = OPTIONS.get(gen.between(0, OPTIONS.size() - 1));
            String value = VALUES.get(gen.between(0, VALUES.size() - 1));
            switch (gen.between(0, 9)) {
                case 0, 1, 2 -> words.add(option + "=" + value);
                case 3 -> words.add(option);
                default -> {
                    words.add(option);
                    if (!FLAGS.contains(option)) {
                        words.add(value);
                    }
                }
            }
        }
        if (!words.contains("--url") || gen.once(3)) {
            words.add("--");
        }
        int rest = gen.between(0, 3);
        for (int i = 0; i < rest; i++) {
            words.add(
                    gen.once(2)
                            ? VALUES.get(gen.between(0, VALUES.size() - 1))
                            : OPTIONS.get(gen.between(0, OPTIONS.size() - 1)));
        }
        return words.toArray(String[]::new);
    }

    private static WrapArguments byPicocli(String[] args) {
        CommandLine commandLine = LazymcpCommand.commandLine();
        try {
            CommandLine.ParseResult result = commandLine.parseArgs(LazymcpCommand.own(commandLine, args));
            return ((WrapCommand) result.subcommand().commandSpec().userObject()).arguments();
        } catch (ParameterException e) {
            throw new AssertionError("picocli refuses what is read by hand: " + List.of(args), e);
        }
    }

    private static StubOptions options(WrapArguments arguments) {
        return arguments.options(Map.of("LAZYMCP_AGENTS", "r,s"), "1");
    }
}
