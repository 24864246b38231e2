package dev.lazymcp.cli;

import dev.lazymcp.shim.Exposure;
import dev.lazymcp.upstream.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code lazymcp wrap}: help, errors, and the spellings that {@link WrapArguments} leaves to picocli. */
@Command(
        name = "wrap",
        description = "The stub: one MCP server for the client, started when it is used.",
        customSynopsis = {"lazymcp wrap [OPTIONS] -- COMMAND [ARGUMENT...]", "lazymcp wrap [OPTIONS] --url URL"},
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        separator = "=",
        footer = {"", "Durations are written 300ms, 5s, 2m, 1h or 0.", "Nothing but MCP messages ever goes to stdout."})
final class WrapCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the entry. Default: from the command.")
    @Nullable
    String name;

    @Option(
            names = "--expose",
            paramLabel = "MODE",
            converter = ExposureConverter.class,
            description =
                    "What the client sees while the server sleeps: tiny (one tool, the default), names, full, hidden, "
                            + "or auto (full where the client searches tools itself, else tiny).")
    @Nullable
    Exposure expose;

    @Option(
            names = "--after",
            paramLabel = "on|off",
            converter = SwitchConverter.class,
            description = "Whether the real tools join the list once the server runs. Default: on.")
    @Nullable
    Switch after;

    @Option(
            names = "--tools",
            paramLabel = "LIST",
            description = "The only tools to list and to allow. May be repeated.")
    List<String> tools = new ArrayList<>();

    @Option(
            names = "--deny-tools",
            paramLabel = "LIST",
            description = "Tools never to list and never to allow, whatever --tools says. May be repeated.")
    List<String> deniedTools = new ArrayList<>();

    @Option(
            names = "--agents",
            paramLabel = "LIST",
            description = "The agents the server is for; out of sight while none of them is active (lazymcp agent).")
    List<String> agents = new ArrayList<>();

    @Option(
            names = "--env-keys",
            paramLabel = "LIST",
            description = "Environment variables that belong to the entry: with other values it is another server.")
    List<String> envKeys = new ArrayList<>();

    @Option(
            names = "--init",
            paramLabel = "COMMAND",
            description = "Run by the shell before the server's first start of the session. May be repeated.")
    List<String> init = new ArrayList<>();

    @Option(
            names = "--shutdown",
            paramLabel = "COMMAND",
            description = "Run by the shell after the server's last stop. May be repeated.")
    List<String> shutdown = new ArrayList<>();

    @Option(names = "--required", description = "A failure to start is a failure of the whole set-up.")
    boolean required;

    @Option(names = "--eager", description = "Start the server with the client.")
    boolean eager;

    @Option(
            names = "--pin",
            description = "Refuse a server whose tools are not those that were accepted (lazymcp check --accept).")
    boolean pinned;

    @Option(
            names = "--idle",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Stop the server when nobody has used it for so long. Default: 0, never.")
    @Nullable
    Duration idle;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Keep a server alive so long when its last agent leaves. Default: 75s.")
    @Nullable
    Duration grace;

    @Option(
            names = "--start-timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long a start may take. Default: 30s.")
    @Nullable
    Duration startTimeout;

    @Option(
            names = "--call-timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long a request may take. Default: 0, as long as the client waits.")
    @Nullable
    Duration callTimeout;

    @Option(names = "--cwd", paramLabel = "DIR", description = "The server's working directory.")
    @Nullable
    String cwd;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "A server somewhere else, in the place of a command; env:VARIABLE takes it from the environment.")
    @Nullable
    String url;

    @Option(
            names = "--transport",
            paramLabel = "http|sse|ws",
            converter = TransportConverter.class,
            description = "How the URL is spoken to. Default: http, or sse where the server knows no other.")
    Remote.@Nullable Transport transport;

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            converter = HeaderConverter.class,
            description =
                    "Sent to the URL with each request. A value env:VARIABLE, or 'Bearer env:VARIABLE', is taken from the"
                            + " environment, where secrets belong. May be repeated.")
    List<String> headers = new ArrayList<>();

    @Option(
            names = "--headers-helper",
            paramLabel = "COMMAND",
            description = "A command for the shell that prints headers as a JSON object, run for each connection.")
    @Nullable
    String headersHelper;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "Certificates (PEM) to trust besides those that are well known.")
    @Nullable
    String caFile;

    @Option(
            names = "--restore-as",
            paramLabel = "LIST",
            description = "How rewrite found the entry, for restore. It means nothing to the stub.")
    @Nullable
    String restoreAs;

    /** The server's command line: all behind the first {@code --}, which picocli does not get to read. */
    @Nullable
    List<String> command;

    @Override
    public Integer call() {
        return StubProgram.run(arguments());
    }

    /** What was given. */
    WrapArguments arguments() {
        WrapArguments given = new WrapArguments();
        given.name = name == null ? given.name : name;
        given.expose = expose == null ? given.expose : expose;
        given.injectTools = after == null ? given.injectTools : after == Switch.ON;
        given.tools = split(tools);
        given.deniedTools = split(deniedTools);
        given.agents = split(agents);
        given.envKeys = split(envKeys);
        given.init = init;
        given.shutdown = shutdown;
        given.required = required;
        given.eager = eager;
        given.pinned = pinned;
        given.idle = idle == null ? given.idle : idle;
        given.grace = grace == null ? given.grace : grace;
        given.startTimeout = startTimeout == null ? given.startTimeout : startTimeout;
        given.callTimeout = callTimeout == null ? given.callTimeout : callTimeout;
        given.cwd = Optional.ofNullable(cwd);
        given.url = Optional.ofNullable(url);
        given.transport = Optional.ofNullable(transport);
        given.headers = List.copyOf(headers);
        given.headersHelper = Optional.ofNullable(headersHelper);
        given.caFile = Optional.ofNullable(caFile);
        given.restoreAs = restoreAs != null;
        given.command = checkedCommand(given);
        return given;
    }

    private List<String> checkedCommand(WrapArguments given) {
        if (spec == null) {
            throw new IllegalStateException("picocli fills in the spec");
        }
        List<String> words = command == null ? List.of() : command;
        if (url != null && !words.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "a server has either a command behind -- or a --url");
        }
        if (url == null && given.isRemote()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--transport, --header, --headers-helper, --cacert and --restore-as go with --url");
        }
        if (url == null && words.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the server's command stands behind --, as in: lazymcp wrap --name docs -- npx -y docs-server; one that"
                            + " runs somewhere else is given by --url");
        }
        return words;
    }

    private static List<String> split(List<String> values) {
        List<String> all = List.of();
        for (String value : values) {
            all = WrapArguments.with(all, value);
        }
        return all;
    }

    /** {@code --expose}. */
    static final class ExposureConverter implements ITypeConverter<Exposure> {
        @Override
        public Exposure convert(String value) {
            return WrapArguments.exposure(value)
                    .orElseThrow(() ->
                            new TypeConversionException("'" + value + "' is none of tiny, names, full, hidden, auto"));
        }
    }

    /** The values of {@code --after}; a boolean option would take them for the next word. */
    enum Switch {
        /** on */
        ON,
        /** off */
        OFF
    }

    /** {@code --after}. */
    static final class SwitchConverter implements ITypeConverter<Switch> {
        @Override
        public Switch convert(String value) {
            return switch (value) {
                case "on" -> Switch.ON;
                case "off" -> Switch.OFF;
                default -> throw new TypeConversionException("'" + value + "' is neither on nor off");
            };
        }
    }

    /** {@code --transport}. */
    static final class TransportConverter implements ITypeConverter<Remote.Transport> {
        @Override
        public Remote.Transport convert(String value) {
            return WrapArguments.transport(value)
                    .orElseThrow(() -> new TypeConversionException("'" + value + "' is none of http, sse, ws"));
        }
    }

    /** {@code --header}; what is wrong may be a secret and is not repeated. */
    static final class HeaderConverter implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return WrapArguments.header(value)
                    .map(header -> value)
                    .orElseThrow(
                            () -> new TypeConversionException("a header is written NAME=VALUE or NAME=env:VARIABLE"));
        }
    }

    /** Durations. */
    static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            return Durations.parse(value)
                    .orElseThrow(() ->
                            new TypeConversionException("'" + value + "' is no duration such as 300ms, 5s, 2m or 1h"));
        }
    }
}
