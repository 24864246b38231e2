package dev.lazymcp.config.policy;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.SettingsRules;
import dev.lazymcp.config.client.Base;
import dev.lazymcp.config.client.Habit;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.client.Scope;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import dev.lazymcp.config.policy.PermissionRule.Reach;
import dev.lazymcp.config.policy.PermissionRule.Verdict;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;

/**
 * {@code permissions} of Claude Code's settings, of every scope. A file is read when it is first asked for.
 *
 * <p>Which settings count depends on who has the server: for a project's, that project's; for a person's, those of the directory
 * where the person stands; and in any case the person's own and the administrator's.
 */
public final class ClaudePermissions implements SettingsRules {
    private static final String PROJECT = ".claude/settings.json";
    private static final String LOCAL = ".claude/settings.local.json";
    private static final String MANAGED = "managed-settings.json";
    private static final String MANAGED_PARTS = "managed-settings.d";

    private final List<Path> directories;
    private final List<Path> everywhere;
    private final Map<Path, List<PermissionRule>> read = new LinkedHashMap<>();
    private final SequencedMap<Path, String> faults = new LinkedHashMap<>();

    /**
     * Those on {@code machine}.
     *
     * @param directories of the project in which the person stands
     */
    public ClaudePermissions(Machine machine, List<Path> directories) {
        this.directories = List.copyOf(directories);
        this.everywhere = everywhere(machine);
    }

    /** The rules that count for the server {@code entry} that {@code reader} has; none for another client's. */
    public List<PermissionRule> rules(ClientFile reader, EntryPath entry) {
        if (!reader.client().has(Habit.DENIES_IN_SETTINGS)) {
            return List.of();
        }
        SequencedSet<Path> files = new LinkedHashSet<>();
        for (Path directory : directories(reader, entry)) {
            files.add(directory.resolve(PROJECT));
            files.add(directory.resolve(LOCAL));
        }
        files.addAll(everywhere);
        return files.stream().flatMap(file -> rules(file).stream()).toList();
    }

    /** The files that were asked for and cannot be read, each a message that begins with the file. */
    public List<String> faults() {
        return List.copyOf(faults.values());
    }

    @Override
    public Denied denied(ClientFile reader, EntryPath entry) {
        SequencedSet<String> tools = new LinkedHashSet<>();
        Optional<String> obstacle = Optional.empty();
        for (PermissionRule rule : rules(reader, entry)) {
            if (rule.verdict() == Verdict.DENY) {
                switch (rule.reach(entry.name())) {
                    case Reach.Tool(String name) -> tools.add(name);
                    case Reach.Pattern _ -> obstacle = obstacle.or(() -> Optional.of(pattern(rule)));
                    case Reach.Server _, Reach.None _ -> {}
                }
            }
        }
        return new Denied(List.copyOf(tools), obstacle);
    }

    /** Why a stub cannot hold {@code rule}. */
    public static String pattern(PermissionRule rule) {
        return "Claude Code's rule \"" + rule.text() + "\" in " + rule.where()
                + " denies tools by a pattern, and a stub can deny exact names only; write the names out there";
    }

    private List<Path> directories(ClientFile reader, EntryPath entry) {
        Optional<String> project = reader.section().project(entry.section());
        if (project.isPresent()) {
            return List.of(Path.of(project.get()));
        }
        return reader.scope() == Scope.PROJECT ? List.of(reader.workspace()) : directories;
    }

    private static List<Path> everywhere(Machine machine) {
        List<Path> files = new ArrayList<>();
        new Base.Moved("CLAUDE_CONFIG_DIR", ".claude")
                .on(machine)
                .ifPresent(home -> files.add(home.resolve("settings.json")));
        managed(machine, Base.Known.LIBRARY, "ClaudeCode", files);
        managed(machine, Base.Known.ETC, "claude-code", files);
        managed(machine, Base.Known.PROGRAM_FILES, "ClaudeCode", files);
        return List.copyOf(files);
    }

    private static void managed(Machine machine, Base.Known base, String name, List<Path> files) {
        base.on(machine).map(root -> root.resolve(name)).ifPresent(directory -> {
            files.add(directory.resolve(MANAGED));
            files.addAll(parts(directory.resolve(MANAGED_PARTS)));
        });
    }

    private static SequencedSet<Path> parts(Path directory) {
        TreeSet<Path> parts = new TreeSet<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*.json")) {
                all.forEach(parts::add);
            } catch (IOException hidden) {
                // Read as a file, the directory becomes a fault that is told like all others.
                parts.add(directory);
            }
        }
        return parts;
    }

    private List<PermissionRule> rules(Path file) {
        List<PermissionRule> known = read.get(file);
        if (known == null) {
            known = load(file);
            read.put(file, known);
        }
        return known;
    }

    private List<PermissionRule> load(Path file) {
        if (Files.notExists(file)) {
            return List.of();
        }
        try {
            Document document = ConfigFile.read(file).document();
            List<PermissionRule> rules = new ArrayList<>();
            if (document.root().orElse(null) instanceof Node.Members root) {
                root.map("permissions").ifPresent(permissions -> {
                    for (Verdict verdict : Verdict.values()) {
                        add(rules, file, document, verdict, permissions);
                    }
                });
            }
            return List.copyOf(rules);
        } catch (IOException | ConfigException fault) {
            faults.put(file, Optional.ofNullable(fault.getMessage()).orElseGet(fault::toString));
            return List.of();
        }
    }

    private static void add(
            List<PermissionRule> rules, Path file, Document document, Verdict verdict, Node.Members permissions) {
        permissions.list(verdict.name().toLowerCase(Locale.ROOT)).ifPresent(list -> {
            for (Node item : list.items()) {
                if (item instanceof Node.Text text && PermissionRule.isOne(text.value())) {
                    Position position = Position.of(document.text(), text.span().from());
                    rules.add(new PermissionRule(verdict, text.value(), file + ":" + position));
                }
            }
        });
    }
}
