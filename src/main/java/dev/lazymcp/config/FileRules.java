package dev.lazymcp.config;

import dev.lazymcp.config.client.Clients;
import dev.lazymcp.config.client.Habit;
import dev.lazymcp.config.client.Place;
import dev.lazymcp.config.client.ToolRules;
import dev.lazymcp.config.client.Variables;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Node;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who limits the tools of the servers in one file.
 *
 * @param readers the clients that read it
 * @param settings what their settings say
 */
public record FileRules(List<ClientFile> readers, SettingsRules settings) {
    /** Nobody does. */
    public static final FileRules NONE = new FileRules(List.of(), SettingsRules.NONE);

    /** Copies the list. */
    public FileRules {
        readers = List.copyOf(readers);
    }

    /** Those for {@code file}; what is no client's file counts as every client's. */
    public static FileRules of(Path file, SettingsRules settings) {
        List<ClientFile> readers = ClientFiles.readers(file);
        return new FileRules(
                readers.isEmpty()
                        ? List.of(new ClientFile(Clients.unknown(), Place.anywhere(), file, file, Optional.empty()))
                        : readers,
                settings);
    }

    /**
     * What the stub of an entry has to hold.
     *
     * @throws EntryException where a member that says so makes no sense
     */
    ToolLimits of(EntryFields fields) throws EntryException {
        EntryPath path = fields.entry().path();
        ToolLimits limits = ToolLimits.of(fields, rules(path));
        for (ClientFile reader : readers(path)) {
            if (reader.client().has(Habit.DENIES_IN_SETTINGS)) {
                limits = limits.and(settings.denied(reader, path));
            }
        }
        return limits;
    }

    /** The options of a stub about which members decide that are in the entry. */
    Set<String> options(EntryFields fields) {
        Set<String> options = new HashSet<>();
        for (ToolRules client : rules(fields.entry().path())) {
            if (client.denied().stream().anyMatch(member -> isThere(fields, member))) {
                options.add("--deny-tools");
            }
            if (client.allowed().stream().anyMatch(member -> isThere(fields, member))) {
                options.add("--tools");
            }
            if (client.startLimits().stream().anyMatch(limit -> isThere(fields, limit.member()))) {
                options.add("--start-timeout");
            }
        }
        return options;
    }

    private static boolean isThere(EntryFields fields, String member) {
        Node.Members value = fields.entry().value();
        return value.value(member).isPresent() && value.map(member).isEmpty();
    }

    /** What the clients that read the entry at {@code path} expand. */
    List<Variables> variables(EntryPath path) {
        return readers(path).stream()
                .map(reader -> reader.client().variables())
                .distinct()
                .toList();
    }

    private List<ClientFile> readers(EntryPath path) {
        return readers.stream()
                .filter(reader -> reader.section().matches(path.section()))
                .toList();
    }

    private List<ToolRules> rules(EntryPath path) {
        return readers(path).stream()
                .map(reader -> reader.client().rules())
                .distinct()
                .toList();
    }
}
