package dev.lazymcp.config.policy;

import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.ConfigFile;
import dev.lazymcp.config.client.Base;
import dev.lazymcp.config.client.Machine;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The policies on this machine. Those that a client fetches from its maker's servers cannot be seen from here.
 *
 * @param all every one
 * @param faults those that cannot be read, each a message that begins with the file
 */
public record Policies(List<Policy> all, List<String> faults) {
    /** Copies the lists. */
    public Policies {
        all = List.copyOf(all);
        faults = List.copyOf(faults);
    }

    /** How a file becomes a policy. */
    @FunctionalInterface
    private interface Reader {
        Optional<Policy> read(Path file, Node.Members root);
    }

    private record Source(Base.Fixed base, String path, Reader reader) {}

    private static final List<Source> SOURCES = List.of(
            new Source(Base.Known.LIBRARY, "ClaudeCode/managed-settings.json", ClaudePolicy::read),
            new Source(Base.Known.ETC, "claude-code/managed-settings.json", ClaudePolicy::read),
            new Source(Base.Known.PROGRAM_FILES, "ClaudeCode/managed-settings.json", ClaudePolicy::read),
            new Source(Base.Known.ETC, "codex/requirements.toml", CodexPolicy::read),
            new Source(Base.Known.PROGRAM_DATA, "OpenAI/Codex/requirements.toml", CodexPolicy::read));

    /** Those that hold on {@code machine}. */
    public static Policies on(Machine machine) {
        List<Policy> all = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (Source source : SOURCES) {
            Optional<Path> file = source.base.on(machine).map(base -> base.resolve(source.path));
            if (file.isPresent() && Files.isRegularFile(file.get())) {
                try {
                    Optional<Node> root =
                            Optional.of(ConfigFile.read(file.get()).document()).flatMap(Document::root);
                    if (root.isPresent() && root.get() instanceof Node.Members members) {
                        source.reader.read(file.get(), members).ifPresent(all::add);
                    }
                } catch (IOException | ConfigException fault) {
                    faults.add(Optional.ofNullable(fault.getMessage()).orElseGet(fault::toString));
                }
            }
        }
        return new Policies(all, faults);
    }

    /** The policies for {@code client}. */
    public List<Policy> of(String client) {
        return all.stream().filter(policy -> policy.client().equals(client)).toList();
    }
}
