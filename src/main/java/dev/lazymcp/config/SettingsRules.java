package dev.lazymcp.config;

import dev.lazymcp.config.edit.EntryPath;
import java.util.List;
import java.util.Optional;

/** Rules about a server's tools that stand in a client's settings, not in the server's entry. */
@FunctionalInterface
public interface SettingsRules {
    /** No settings are looked at. */
    SettingsRules NONE = (reader, entry) -> new Denied(List.of(), Optional.empty());

    /** What they deny of the server {@code entry} to the client that has it from {@code reader}. */
    Denied denied(ClientFile reader, EntryPath entry);

    /**
     * What is denied.
     *
     * @param tools by name
     * @param obstacle why a stub cannot deny the same, for people; empty where it can
     */
    record Denied(List<String> tools, Optional<String> obstacle) {
        /** Copies the list. */
        public Denied {
            tools = List.copyOf(tools);
        }
    }
}
