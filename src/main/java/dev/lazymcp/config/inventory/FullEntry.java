package dev.lazymcp.config.inventory;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.EntryFields;
import dev.lazymcp.config.EnvironmentFile;
import dev.lazymcp.config.Stub;
import dev.lazymcp.config.client.Expansion;
import dev.lazymcp.config.client.Habit;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.client.Values;
import dev.lazymcp.config.client.Variables.Field;
import dev.lazymcp.config.edit.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/**
 * A server's entry with all that is secret in it, for those who must start the server or recognise it. Shows nothing of itself.
 *
 * @param file whose entry it is
 * @param fields the entry
 */
public record FullEntry(ClientFile file, EntryFields fields) {
    /** What an entry comes to once its variables are expanded. */
    public sealed interface Resolved {
        /**
         * What the client would start.
         *
         * @param argv the command and its arguments
         * @param environment what the entry adds to the environment
         * @param workingDirectory where it would run
         */
        record Ready(List<String> argv, Map<String, String> environment, Optional<String> workingDirectory)
                implements Resolved {
            /** Copies. */
            public Ready {
                argv = List.copyOf(argv);
                environment = Map.copyOf(environment);
            }

            /** Not what it holds. */
            @Override
            public String toString() {
                return "Ready";
            }
        }

        /**
         * It cannot be known from here.
         *
         * @param unset the variables that are not set, without which the client refuses the entry, or the server those who come
         * @param clientOnly what the client alone knows
         * @param faults what cannot be read, a message for people each; holds names, no values
         */
        record Blocked(List<String> unset, List<String> clientOnly, List<String> faults) implements Resolved {
            /** Nothing is wrong with any file. */
            public Blocked(List<String> unset, List<String> clientOnly) {
                this(unset, clientOnly, List.of());
            }

            /** Copies the lists. */
            public Blocked {
                unset = List.copyOf(unset);
                clientOnly = List.copyOf(clientOnly);
                faults = List.copyOf(faults);
            }
        }

        /**
         * What the client would connect to.
         *
         * @param url the address
         * @param headers what is sent with each request, in the order in which the entry names them
         * @param headersHelper the command that makes more headers
         * @param environment what the entry adds to the environment
         */
        record Address(
                String url,
                SequencedMap<String, String> headers,
                Optional<String> headersHelper,
                Map<String, String> environment)
                implements Resolved {
            /** Copies. */
            public Address {
                headers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(headers));
                environment = Map.copyOf(environment);
            }

            /** Not what it holds. */
            @Override
            public String toString() {
                return "Address";
            }
        }

        /** Nothing that could be started or reached. */
        record Nothing() implements Resolved {}
    }

    /** The command line as it is written; empty for a remote server. */
    public Optional<List<String>> argv() {
        return Launch.of(fields.document(), fields.entry()) instanceof Launch.Stdio stdio
                ? Optional.of(stdio.site().argv())
                : Optional.empty();
    }

    /** The command line without a stub in front of it; empty for a remote server. */
    public List<String> originalCommand() {
        return Launch.of(fields.document(), fields.entry()) instanceof Launch.Stdio stdio
                ? Stub.of(stdio.site()) instanceof Stub.Wrap wrap
                        ? wrap.line().original()
                        : stdio.site().argv()
                : List.of();
    }

    /**
     * What the client on {@code machine} would start or connect to. Reads the entry's {@code envFile}, if its client does: what is in
     * it counts below what the entry sets itself.
     */
    public Resolved resolve(Machine machine) {
        Reading reading = new Reading(machine);
        return switch (Launch.of(fields.document(), fields.entry())) {
            case Launch.Stdio stdio -> process(stdio.site().argv(), reading);
            case Launch.Remote _ ->
                fields.url().map(url -> address(url, reading)).orElseGet(Resolved.Nothing::new);
            case Launch.Unusable _ -> new Resolved.Nothing();
        };
    }

    private Resolved process(List<String> argv, Reading reading) {
        List<String> words = new ArrayList<>();
        for (String word : argv) {
            words.add(reading.text(words.isEmpty() ? Field.COMMAND : Field.ARGS, word));
        }
        Map<String, String> environment = environment(reading);
        Optional<String> directory = fields.workingDirectory().map(text -> reading.text(Field.CWD, text));
        return reading.isDone() ? new Resolved.Ready(words, environment, directory) : reading.blocked();
    }

    private Resolved address(String written, Reading reading) {
        String url = reading.text(Field.URL, written);
        SequencedMap<String, String> headers = headers(reading);
        // Whatever the client sends in the place of a variable that is not set, no server knows anybody by it.
        reading.refused.addAll(reading.unset);
        Map<String, String> environment = environment(reading);
        return reading.isDone()
                ? new Resolved.Address(url, headers, fields.headersHelper(), environment)
                : reading.blocked();
    }

    private SequencedMap<String, String> headers(Reading reading) {
        SequencedMap<String, String> headers = new LinkedHashMap<>();
        fields.headers().forEach((name, value) -> headers.put(name, reading.text(Field.HEADERS, value)));
        fields.headerVariables().forEach((name, variable) -> headers.put(name, reading.variable(variable)));
        fields.bearerTokenVariable()
                .ifPresent(variable -> headers.put("Authorization", "Bearer " + reading.variable(variable)));
        return headers;
    }

    private Map<String, String> environment(Reading reading) {
        SequencedMap<String, String> environment = new LinkedHashMap<>();
        for (String name : fields.passedNames()) {
            reading.inherited(name).ifPresent(value -> environment.put(name, value));
        }
        environmentFile(reading).ifPresent(file -> environment.putAll(reading.variables(file)));
        fields.environment().forEach((name, value) -> environment.put(name, reading.text(Field.ENV, value)));
        return environment;
    }

    /**
     * The file from which the client on {@code machine} takes more variables for the server: below the folder that is open in it,
     * where the entry gives no absolute path. Empty where the entry names none, or its client does not heed that.
     */
    public Optional<Path> environmentFile(Machine machine) {
        return environmentFile(new Reading(machine));
    }

    private Optional<Path> environmentFile(Reading reading) {
        return fields.environmentFile()
                .filter(name -> file.client().has(Habit.READS_ENV_FILES))
                .map(name -> reading.text(Field.ENV_FILE, name))
                .filter(name -> !name.isBlank())
                .map(name -> file.workspace().resolve(name).normalize());
    }

    /** The variables in the entry that are not set, whatever the client makes of that. */
    public List<String> unsetVariables(Machine machine) {
        Reading reading = new Reading(machine);
        argv().ifPresent(words -> words.forEach(word -> reading.text(Field.ARGS, word)));
        fields.environment().values().forEach(value -> reading.text(Field.ENV, value));
        fields.url().ifPresent(url -> reading.text(Field.URL, url));
        headers(reading);
        fields.workingDirectory().ifPresent(text -> reading.text(Field.CWD, text));
        environmentFile(reading);
        return List.copyOf(reading.unset);
    }

    /** One pass over the members of the entry. */
    private final class Reading {
        private final Values values;
        private final SequencedSet<String> unset = new LinkedHashSet<>();
        private final SequencedSet<String> refused = new LinkedHashSet<>();
        private final SequencedSet<String> clientOnly = new LinkedHashSet<>();
        private final List<String> faults = new ArrayList<>();

        Reading(Machine machine) {
            Map<String, String> env = new HashMap<>(machine.env());
            file.plugin()
                    .ifPresent(plugin ->
                            env.put("CLAUDE_PLUGIN_ROOT", plugin.root().toString()));
            values = new Values(
                    env, file.workspace(), machine.home(), machine.platform().isUnix() ? "/" : "\\");
        }

        String text(Field field, String text) {
            return switch (file.client().variables().of(field, values).expand(text)) {
                case Expansion.Text expanded -> {
                    unset.addAll(expanded.unset());
                    yield expanded.text();
                }
                case Expansion.Unset missing -> {
                    unset.add(missing.variable());
                    refused.add(missing.variable());
                    yield "";
                }
                case Expansion.ClientOnly foreign -> {
                    clientOnly.add(foreign.what());
                    yield "";
                }
            };
        }

        /** The variable {@code name} of the client's own environment, if it is set. */
        Optional<String> inherited(String name) {
            return Optional.ofNullable(values.env().get(name));
        }

        /** The value of the variable {@code name}, which counts as unset where it is empty. */
        String variable(String name) {
            String value = inherited(name).orElse("");
            if (value.isEmpty()) {
                unset.add(name);
            }
            return value;
        }

        /** The variables in {@code path}, which are not expanded any further. */
        SequencedMap<String, String> variables(Path path) {
            try {
                return EnvironmentFile.read(path);
            } catch (IOException | ConfigException fault) {
                faults.add("its envFile cannot be read: "
                        + Optional.ofNullable(fault.getMessage()).orElseGet(fault::toString));
                return new LinkedHashMap<>();
            }
        }

        Resolved blocked() {
            return new Resolved.Blocked(List.copyOf(refused), List.copyOf(clientOnly), List.copyOf(faults));
        }

        boolean isDone() {
            return refused.isEmpty() && clientOnly.isEmpty() && faults.isEmpty();
        }
    }

    /** Where it stands, and nothing of what it says. */
    @Override
    public String toString() {
        return "FullEntry[" + file.path() + " " + fields.entry().path().label() + "]";
    }
}
