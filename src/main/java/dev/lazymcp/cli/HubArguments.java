package dev.lazymcp.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options of {@code hub}.
 *
 * @param configs the files to read, as they were given; none for those of the client
 * @param client the client that is named, by the word that other commands have for it
 * @param watch whether changes of the files are taken in as they happen
 * @param strict whether the session is not to begin without its required servers
 * @param modelControl whether the model has a tool to control servers
 */
record HubArguments(List<Path> configs, Optional<String> client, boolean watch, boolean strict, boolean modelControl) {
    /** Copies the list. */
    HubArguments {
        configs = List.copyOf(configs);
    }

    /**
     * Reads what stands behind {@code hub}: picocli takes longer to load than all the rest of a start.
     *
     * @return the options, or empty where there is anything that is better left to picocli
     */
    static Optional<HubArguments> parse(String[] args) {
        List<Path> configs = new ArrayList<>();
        boolean watch = false;
        boolean strict = false;
        boolean modelControl = true;
        for (int i = 1; i < args.length; i++) {
            String word = args[i];
            switch (word) {
                case "--watch" -> watch = true;
                case "--strict" -> strict = true;
                case "--no-model-control" -> modelControl = false;
                default -> {
                    int equals = word.indexOf('=');
                    String option = equals < 0 ? word : word.substring(0, equals);
                    if (equals < 0) {
                        i++;
                    }
                    String value = equals >= 0 ? word.substring(equals + 1) : i < args.length ? args[i] : "";
                    if (value.isEmpty() || value.startsWith("-")) {
                        return Optional.empty();
                    }
                    // Whether there is such a client is told by picocli's command.
                    if (!option.equals("--config")) {
                        return Optional.empty();
                    }
                    try {
                        configs.add(Path.of(value));
                    } catch (InvalidPathException noPath) {
                        return Optional.empty();
                    }
                }
            }
        }
        return Optional.of(new HubArguments(configs, Optional.empty(), watch, strict, modelControl));
    }
}
