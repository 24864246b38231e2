package dev.lazymcp.cli;

import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncOptions;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The options of a stub as words again, each in one spelling: what was given twice, in other words or by default is alike. */
final class StubWords {
    private StubWords() {}

    /** The words of {@code options}, without the command. */
    static List<String> of(StubOptions options) {
        return comparable(options).commandLine();
    }

    /**
     * Reads the words of a stub's command line in any spelling that {@code wrap} takes.
     *
     * @throws ConfigException where it would not take them, with the reason
     */
    static SyncOptions read(List<String> words, List<String> command) throws ConfigException {
        List<String> line = new ArrayList<>(List.of("wrap"));
        line.addAll(words);
        if (!command.isEmpty()) {
            line.add("--");
            line.addAll(command);
        }
        Optional<WrapArguments> plain = WrapArguments.parse(line.toArray(String[]::new));
        return plain.isPresent()
                ? comparable(plain.get().options(List.of(), Build.THIS.version()))
                : readOdd(words, command);
    }

    /** What is not plainly right, with a reason where it is wrong. */
    private static SyncOptions readOdd(List<String> words, List<String> command) throws ConfigException {
        WrapCommand wrap = new WrapCommand();
        CommandLine parser = new CommandLine(wrap).setExpandAtFiles(false);
        try {
            parser.parseArgs(words.toArray(String[]::new));
            wrap.command = command;
            return comparable(wrap.arguments().options(List.of(), Build.THIS.version()));
        } catch (UnmatchedArgumentException unknown) {
            // What stands behind an option that is not known may be a secret.
            throw new ConfigException(
                    "wrap does not know "
                            + unknown.getUnmatched().stream()
                                    .filter(word -> word.startsWith("-"))
                                    .map(word -> word.split("=", 2)[0])
                                    .collect(Collectors.joining(", ")),
                    unknown);
        } catch (ParameterException wrong) {
            throw new ConfigException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private static SyncOptions comparable(StubOptions options) {
        List<String> words = new ArrayList<>();
        words.add("--name=" + options.name());
        words.add("--expose=" + options.expose().name().toLowerCase(Locale.ROOT));
        if (!options.injectTools()) {
            words.add("--after=off");
        }
        list(words, "--tools", options.tools());
        list(words, "--deny-tools", options.deniedTools());
        list(words, "--agents", options.agents());
        if (options.required()) {
            words.add("--required");
        }
        if (options.eager()) {
            words.add("--eager");
        }
        if (options.pinned()) {
            words.add("--pin");
        }
        duration(words, "--idle", options.idle(), Duration.ZERO);
        duration(words, "--grace", options.grace(), StubOptions.DEFAULT_GRACE);
        duration(words, "--start-timeout", options.startTimeout(), StubOptions.DEFAULT_START_TIMEOUT);
        duration(words, "--call-timeout", options.callTimeout(), Duration.ZERO);
        options.chores().init().forEach(line -> words.add("--init=" + line));
        options.chores().shutdown().forEach(line -> words.add("--shutdown=" + line));
        options.remote().ifPresent(remote -> remote(words, remote));
        return new SyncOptions(options.name(), words, options.cwd(), options.envKeys());
    }

    private static void remote(List<String> words, Remote remote) {
        words.add("--url=" + remote.url());
        if (remote.transport() != Remote.Transport.AUTO) {
            words.add("--transport=" + remote.transport().name().toLowerCase(Locale.ROOT));
        }
        remote.headers().forEach(header -> words.add("--header=" + header.name() + "=" + header.value()));
        remote.headersHelper().ifPresent(command -> words.add("--headers-helper=" + command));
        remote.caFile().ifPresent(file -> words.add("--cacert=" + file));
    }

    private static void list(List<String> words, String option, List<String> names) {
        if (!names.isEmpty()) {
            words.add(option + "=" + String.join(",", names));
        }
    }

    private static void duration(List<String> words, String option, Duration value, Duration otherwise) {
        if (!value.equals(otherwise)) {
            boolean whole = value.toMillis() % 1000 == 0;
            words.add(option + "=" + (whole ? value.toSeconds() + "s" : value.toMillis() + "ms"));
        }
    }
}
