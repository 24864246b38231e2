package dev.lazymcp.cli;

import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncChange;
import dev.lazymcp.shim.Definition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How servers of a hub are defined.
 *
 * @param blank what they all begin with: the environment and the directory of the hub
 */
record HubDefinition(Definition blank) {
    private static final String NAME = "--name=";

    /** Those of a hub in {@code directory} with {@code environment}, while the agents {@code active} are. */
    static HubDefinition in(Path directory, Map<String, String> environment, List<String> active) {
        WrapArguments nothing = new WrapArguments();
        nothing.command = List.of("lazymcp");
        return new HubDefinition(new Definition(nothing.options(active, Build.THIS.version()), environment, directory));
    }

    /**
     * The server that {@code change} makes of nothing.
     *
     * @throws ConfigException where its options cannot be used
     */
    Definition of(SyncChange change) throws ConfigException {
        List<String> words = new ArrayList<>(List.of("wrap"));
        // A name may read like an option.
        change.options().commandLine().stream()
                .filter(word -> !word.startsWith(NAME))
                .forEach(words::add);
        if (!change.command().isEmpty()) {
            words.add("--");
            words.addAll(change.command());
        }
        WrapArguments arguments = WrapArguments.parse(words.toArray(String[]::new))
                .orElseThrow(() -> new ConfigException("an option has a value that reads like another option"));
        arguments.name = change.options().name();
        return blank.with(
                arguments.options(blank.options().activeAgents(), Build.THIS.version()), change.environment());
    }

    /** The server that {@code request} asks to take in. */
    Definition of(ControlRequest request) {
        return StubDefinition.read(request, blank);
    }
}
