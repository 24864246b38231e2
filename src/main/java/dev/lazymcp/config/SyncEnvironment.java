package dev.lazymcp.config;

import dev.lazymcp.config.SyncChange.Differences.How;
import dev.lazymcp.config.SyncEntry.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables that an entry wants its server to have, by the side of those that it has.
 *
 * @param values those whose values are known here
 * @param kept those whose values only the client knows, and which the server has
 * @param missing one whose value only the client knows and which the server has not
 * @param keys the names of the entry's own, as the option {@code --env-keys} has them
 * @param differences names, sorted, and how each differs
 */
record SyncEnvironment(
        Map<String, String> values,
        Set<String> kept,
        Optional<String> missing,
        List<String> keys,
        SequencedMap<String, How> differences) {
    private static final String PATH = "PATH";

    /**
     * Compares.
     *
     * @param file the variables in the entry's {@code envFile}, which stand for nothing but themselves; one that is gone from
     *     there stays as it is, since nobody can tell where the server has it from
     * @param own the environment that sync runs in
     */
    static SyncEnvironment of(
            SyncStub stub,
            Content.Command entry,
            Map<String, String> file,
            SyncVariables variables,
            SyncStub.Digest digest,
            Map<String, String> own) {
        Map<String, String> values = new HashMap<>();
        Set<String> kept = new HashSet<>();
        Optional<String> missing = Optional.empty();
        List<String> keys = new ArrayList<>(entry.environmentNames());
        SequencedMap<String, How> differences = new TreeMap<>();
        for (Map.Entry<String, String> variable : file.entrySet()) {
            String name = variable.getKey();
            String running = stub.environment().get(name);
            if (!entry.environment().containsKey(name)) {
                values.put(name, variable.getValue());
                if (!digest.of(name, variable.getValue()).equals(running)) {
                    differences.put(name, running == null ? How.ADDED : How.CHANGED);
                }
            }
        }
        for (Map.Entry<String, String> variable : entry.environment().entrySet()) {
            String name = variable.getKey();
            String spelled = variable.getValue();
            Optional<String> running = Optional.ofNullable(stub.environment().get(name));
            Optional<String> wanted = variables.expand(spelled, stub.client().expandsBare());
            Optional<String> same = List.of(
                            Optional.of(spelled), variables.expand(spelled, false), variables.expand(spelled, true))
                    .stream()
                    .flatMap(Optional::stream)
                    .filter(reading -> running.equals(Optional.of(digest.of(name, reading))))
                    .findFirst();
            if (same.isPresent()) {
                values.put(name, same.get());
            } else if (wanted.isPresent()) {
                values.put(name, wanted.get());
                differences.put(name, running.isPresent() ? How.CHANGED : How.ADDED);
            } else if (running.isPresent()) {
                kept.add(name);
            } else {
                missing = Optional.of(name);
            }
        }
        for (String name : stub.options().environmentKeys()) {
            String running = stub.environment().get(name);
            if (entry.environment().containsKey(name) || running == null) {
                continue;
            }
            if (entry.environmentNames().contains(name)) {
                kept.add(name); // let through: what it is set to is the client's affair
                continue;
            }
            String inherited = own.get(name);
            if (inherited != null && running.equals(digest.of(name, inherited))) {
                // Named by hand as one that belongs to the server, though the entry does not set it.
                values.put(name, inherited);
                keys.add(name);
                continue;
            }
            differences.put(name, How.REMOVED);
            if (name.equals(PATH) && inherited != null) {
                // Without any, no program would be found; the client would have passed its own.
                values.put(PATH, inherited);
            }
        }
        return new SyncEnvironment(values, kept, missing, List.copyOf(keys), differences);
    }

    /** Not the values. */
    @Override
    public String toString() {
        return "SyncEnvironment" + values.keySet();
    }
}
