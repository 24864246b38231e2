package dev.lazymcp.cli;

import dev.lazymcp.shim.Chores;
import dev.lazymcp.shim.Exposure;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options of {@code wrap}, gathered by hand while the stub starts, where every millisecond counts, and by picocli for help
 * and for everything that is not plainly right.
 */
final class WrapArguments {
    String name = "";
    Exposure expose = Exposure.TINY;
    boolean injectTools = true;
    List<String> tools = List.of();
    List<String> deniedTools = List.of();
    List<String> agents = List.of();
    List<String> envKeys = List.of();
    List<String> init = List.of();
    List<String> shutdown = List.of();
    boolean required;
    boolean eager;
    boolean pinned;
    Duration idle = Duration.ZERO;
    Duration grace = StubOptions.DEFAULT_GRACE;
    Duration startTimeout = StubOptions.DEFAULT_START_TIMEOUT;
    Duration callTimeout = Duration.ZERO;
    Optional<String> cwd = Optional.empty();
    Optional<String> url = Optional.empty();
    Optional<Remote.Transport> transport = Optional.empty();
    List<String> headers = List.of();
    Optional<String> headersHelper = Optional.empty();
    Optional<String> caFile = Optional.empty();
    /** Whether restore left itself a note; it means nothing to the stub. */
    boolean restoreAs;

    List<String> command = List.of();

    /**
     * Reads what stands behind {@code wrap}.
     *
     * @return the options, or empty where there is anything that is better left to picocli: help, an error, an odd spelling
     */
    static Optional<WrapArguments> parse(String[] args) {
        WrapArguments parsed = new WrapArguments();
        List<String> seen = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            String argument = args[i];
            if (argument.equals("--")) {
                parsed.command = List.of(args).subList(i + 1, args.length);
                return Optional.of(parsed).filter(WrapArguments::isWhole);
            }
            int equals = argument.indexOf('=');
            String option = equals < 0 ? argument : argument.substring(0, equals);
            boolean taken;
            if (isFlag(option)) {
                taken = equals < 0 && parsed.flag(option);
            } else if (equals >= 0) {
                taken = parsed.option(option, argument.substring(equals + 1));
            } else {
                i++;
                taken = i < args.length && !args[i].startsWith("-") && parsed.option(option, args[i]);
            }
            boolean again = seen.contains(option) && !mayBeRepeated(option);
            if (!taken || again) {
                return Optional.empty();
            }
            seen.add(option);
        }
        return Optional.of(parsed).filter(WrapArguments::isWhole);
    }

    private static boolean mayBeRepeated(String option) {
        return switch (option) {
            case "--tools", "--deny-tools", "--agents", "--env-keys", "--init", "--shutdown", "--header" -> true;
            default -> false;
        };
    }

    /** Whether it says which server it is for, by a command or by an address, with what goes with that. */
    private boolean isWhole() {
        return url.isPresent() ? command.isEmpty() : !command.isEmpty() && !isRemote();
    }

    /** Whether anything is given that is about a server somewhere else. */
    boolean isRemote() {
        return url.isPresent()
                || transport.isPresent()
                || !headers.isEmpty()
                || headersHelper.isPresent()
                || caFile.isPresent()
                || restoreAs;
    }

    private static boolean isFlag(String option) {
        return switch (option) {
            case "--required", "--eager", "--pin" -> true;
            default -> false;
        };
    }

    private boolean flag(String option) {
        required |= option.equals("--required");
        eager |= option.equals("--eager");
        pinned |= option.equals("--pin");
        return true;
    }

    private boolean option(String option, String value) {
        // Empty, or perhaps an option whose predecessor has lost its value.
        if (value.isEmpty() || value.startsWith("--")) {
            return false;
        }
        switch (option) {
            case "--name" -> name = value;
            case "--cwd" -> cwd = Optional.of(value);
            case "--tools" -> tools = with(tools, value);
            case "--deny-tools" -> deniedTools = with(deniedTools, value);
            case "--agents" -> agents = with(agents, value);
            case "--env-keys" -> envKeys = with(envKeys, value);
            case "--init" -> init = withWhole(init, value);
            case "--shutdown" -> shutdown = withWhole(shutdown, value);
            case "--url" -> url = Optional.of(value);
            case "--headers-helper" -> headersHelper = Optional.of(value);
            case "--cacert" -> caFile = Optional.of(value);
            case "--restore-as" -> restoreAs = true;
            case "--header" -> {
                headers = withWhole(headers, value);
                return header(value).isPresent();
            }
            case "--transport" -> {
                transport = transport(value);
                return transport.isPresent();
            }
            case "--expose" -> {
                Optional<Exposure> exposure = exposure(value);
                expose = exposure.orElse(expose);
                return exposure.isPresent();
            }
            case "--after" -> {
                injectTools = value.equals("on");
                return value.equals("on") || value.equals("off");
            }
            case "--idle", "--grace", "--start-timeout", "--call-timeout" -> {
                Optional<Duration> duration = Durations.parse(value);
                duration.ifPresent(parsed -> duration(option, parsed));
                return duration.isPresent();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void duration(String option, Duration value) {
        switch (option) {
            case "--idle" -> idle = value;
            case "--grace" -> grace = value;
            case "--start-timeout" -> startTimeout = value;
            default -> callTimeout = value;
        }
    }

    /** The mode that {@code text} names; modes are written in lower case. */
    static Optional<Exposure> exposure(String text) {
        return switch (text) {
            case "tiny" -> Optional.of(Exposure.TINY);
            case "names" -> Optional.of(Exposure.NAMES);
            case "full" -> Optional.of(Exposure.FULL);
            case "hidden" -> Optional.of(Exposure.HIDDEN);
            case "auto" -> Optional.of(Exposure.AUTO);
            default -> Optional.empty();
        };
    }

    /** The transport that {@code text} names; they are written in lower case. */
    static Optional<Remote.Transport> transport(String text) {
        return switch (text) {
            case "http" -> Optional.of(Remote.Transport.HTTP);
            case "sse" -> Optional.of(Remote.Transport.SSE);
            case "ws" -> Optional.of(Remote.Transport.WS);
            default -> Optional.empty();
        };
    }

    /** The header that {@code text}, {@code NAME=VALUE}, says. */
    static Optional<Remote.Header> header(String text) {
        int equals = text.indexOf('=');
        return equals < 1
                ? Optional.empty()
                : Optional.of(new Remote.Header(text.substring(0, equals), text.substring(equals + 1)));
    }

    private static List<String> withWhole(List<String> list, String value) {
        List<String> longer = new ArrayList<>(list);
        longer.add(value);
        return longer;
    }

    /** A list with the comma-separated parts of {@code value} behind it. */
    static List<String> with(List<String> list, String value) {
        List<String> longer = new ArrayList<>(list);
        int from = 0;
        for (int comma; (comma = value.indexOf(',', from)) >= 0; from = comma + 1) {
            addPart(longer, value.substring(from, comma));
        }
        addPart(longer, value.substring(from));
        return longer;
    }

    private static void addPart(List<String> list, String part) {
        String name = part.strip();
        if (!name.isEmpty()) {
            list.add(name);
        }
    }

    /** The agents that {@code environment} says are active. */
    static List<String> activeAgents(java.util.Map<String, String> environment) {
        return with(List.of(), environment.getOrDefault("LAZYMCP_AGENTS", ""));
    }

    /** The options of a stub that is started in {@code environment}. */
    StubOptions options(java.util.Map<String, String> environment, String version) {
        return options(activeAgents(environment), version);
    }

    /** The options of a stub that is started while the agents {@code active} are. */
    StubOptions options(List<String> active, String version) {
        return new StubOptions(
                name.isBlank() ? url.map(ServerName::ofUrl).orElseGet(() -> ServerName.of(command)) : name,
                expose,
                injectTools,
                everything(tools),
                deniedTools,
                everything(agents),
                active,
                required,
                eager,
                pinned,
                idle,
                grace,
                startTimeout,
                callTimeout,
                cwd,
                envKeys,
                init.isEmpty() && shutdown.isEmpty() ? Chores.NONE : new Chores(init, shutdown),
                url.map(this::remote),
                command,
                version);
    }

    private Remote remote(String address) {
        List<Remote.Header> read = new ArrayList<>();
        for (String text : headers) {
            header(text).ifPresent(read::add);
        }
        return new Remote(address, transport.orElse(Remote.Transport.AUTO), read, headersHelper, caFile);
    }

    /** A star stands for all, and so does no list. */
    private static List<String> everything(List<String> names) {
        return names.contains("*") ? List.of() : names;
    }
}
