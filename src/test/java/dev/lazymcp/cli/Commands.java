package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** Commands as a person types them, in a project and a home of their own. */
final class Commands {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Path directory;
    private final Map<String, String> env;

    Commands(Path directory, Map<String, String> env) {
        this.directory = directory;
        this.env = new HashMap<>(env);
        this.env.put("LAZYMCP_HOME", directory.toString());
    }

    Path home() {
        return directory.resolve("home");
    }

    Path project() {
        return directory.resolve("project");
    }

    /** A file below the test's directory. */
    Path file(Path path, String text) {
        try {
            Files.createDirectories(path.getParent());
            return Files.writeString(path, text);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    String printed() {
        return out.toString(UTF_8);
    }

    String complaints() {
        return err.toString(UTF_8);
    }

    int run(String... args) {
        return run(Optional.empty(), args);
    }

    /** Runs with {@code changed} in the environment. */
    int run(Map<String, String> changed, String... args) {
        Map<String, String> all = new HashMap<>(env);
        all.putAll(changed);
        return run(all, Optional.empty(), args);
    }

    int run(Optional<ConfirmPrompt> prompt, String... args) {
        return run(env, prompt, args);
    }

    private int run(Map<String, String> env, Optional<ConfirmPrompt> prompt, String... args) {
        out.reset();
        err.reset();
        PrintStream output = new PrintStream(out, true, UTF_8);
        PrintStream errors = new PrintStream(err, true, UTF_8);
        Surroundings surroundings = new Surroundings(env, project(), home(), Optional.empty(), prompt, output, errors);
        CommandLine.IFactory factory = new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                    if (Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {Surroundings.class})) {
                        return type.cast(constructor.newInstance(surroundings));
                    }
                }
                return CommandLine.defaultFactory().create(type);
            }
        };
        return LazymcpCommand.commandLine(factory, env)
                .setErr(new PrintWriter(new OutputStreamWriter(errors, UTF_8), true))
                .execute(LazymcpCommand.asOptions(args));
    }
}
