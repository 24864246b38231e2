package dev.lazymcp.catalog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How the tools of a server differ from when they were last seen. A definition that changes under its name is how a server,
 * or who took it over, gets a model to do something else than was approved; so every changed byte counts.
 *
 * @param added names the server did not list before, in its order
 * @param removed names it lists no more, in the old order
 * @param changed tools with a definition that is not the same bytes
 */
public record CatalogDiff(List<String> added, List<String> removed, List<Change> changed) {

    /** What of a tool changed. */
    public enum Part {
        /** The text the model reads. */
        DESCRIPTION,
        /** {@code inputSchema}: what a call may carry. */
        INPUT_SCHEMA,
        /** {@code outputSchema}: what a result looks like. */
        OUTPUT_SCHEMA,
        /** {@code annotations}: what clients decide permissions by. */
        ANNOTATIONS,
        /** Any other member, or only the spelling. */
        OTHER
    }

    /**
     * One tool with another definition than before.
     *
     * @param name the tool's name
     * @param parts what changed; never empty
     */
    public record Change(String name, Set<Part> parts) {}

    /** A server may list a name twice: the first is compared with the first, the second with the second. */
    private record Key(String name, int occurrence) {}

    /** How {@code now} differs from {@code before}. */
    public static CatalogDiff between(List<Tool> before, List<Tool> now) {
        Map<Key, Tool> old = byKey(before);
        List<String> added = new ArrayList<>();
        List<Change> changed = new ArrayList<>();
        for (Map.Entry<Key, Tool> entry : byKey(now).entrySet()) {
            Tool tool = entry.getValue();
            Tool known = old.remove(entry.getKey());
            if (known == null) {
                added.add(tool.name());
            } else if (!Arrays.equals(known.raw(), tool.raw())) {
                changed.add(new Change(tool.name(), changedParts(known, tool)));
            }
        }
        List<String> removed = new ArrayList<>();
        for (Key key : old.keySet()) {
            removed.add(key.name());
        }
        return new CatalogDiff(added, removed, changed);
    }

    /** Whether both lists hold the same definitions; their order does not count. */
    public boolean isEmpty() {
        return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
    }

    private static Map<Key, Tool> byKey(List<Tool> tools) {
        Map<String, Integer> occurrences = new HashMap<>();
        Map<Key, Tool> byKey = new LinkedHashMap<>();
        for (Tool tool : tools) {
            byKey.put(new Key(tool.name(), occurrences.merge(tool.name(), 1, Integer::sum)), tool);
        }
        return byKey;
    }

    private static Set<Part> changedParts(Tool before, Tool now) {
        Map<Part, List<byte[]>> old = parts(before);
        Map<Part, List<byte[]>> current = parts(now);
        Set<Part> changed = EnumSet.noneOf(Part.class);
        for (Part part : Part.values()) {
            if (!same(old.getOrDefault(part, List.of()), current.getOrDefault(part, List.of()))) {
                changed.add(part);
            }
        }
        return changed.isEmpty() ? EnumSet.of(Part.OTHER) : changed;
    }

    /** Names belong to what is compared under {@code OTHER}: a member that was renamed changed. */
    private static Map<Part, List<byte[]>> parts(Tool tool) {
        Map<Part, List<byte[]>> parts = new HashMap<>();
        try (Members members = Members.of(tool.raw())) {
            while (members.next()) {
                Part part = switch (members.name()) {
                    case "description" -> Part.DESCRIPTION;
                    case "inputSchema" -> Part.INPUT_SCHEMA;
                    case "outputSchema" -> Part.OUTPUT_SCHEMA;
                    case "annotations" -> Part.ANNOTATIONS;
                    default -> Part.OTHER;
                };
                byte[] compared = part == Part.OTHER ? members.rawWithName() : members.raw();
                parts.computeIfAbsent(part, any -> new ArrayList<>()).add(compared);
            }
        } catch (IOException malformed) {
            throw new IllegalArgumentException("tool " + tool.name() + " was not made by Tool.parse", malformed);
        }
        return parts;
    }

    private static boolean same(List<byte[]> one, List<byte[]> other) {
        return Arrays.deepEquals(one.toArray(), other.toArray());
    }
}
