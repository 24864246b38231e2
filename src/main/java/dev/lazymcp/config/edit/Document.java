package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A config file that was read.
 *
 * @param notation how it is written, with all of its text
 * @param root its value; none for a blank file, which some clients leave behind
 * @param entries the servers in it, as the client would see them
 * @param remarks its comments, and what follows the part that clients read, in order
 * @param anchors the values that more than one place stands for
 */
public record Document(
        Notation notation, Optional<Node> root, List<Entry> entries, List<Span> remarks, List<Anchor> anchors) {
    /** Copies the lists. */
    public Document {
        entries = List.copyOf(entries);
        remarks = List.copyOf(remarks);
        anchors = List.copyOf(anchors);
    }

    /** All of the file. */
    public String text() {
        return notation.text();
    }

    /** The entries of a file that is nothing but the map of servers. What is no server there is some other setting. */
    public List<Entry> bareEntries() {
        List<Entry> bare = new ArrayList<>();
        if (root.orElse(null) instanceof Node.Members map) {
            for (Node.Member member : map.members()) {
                if (member.value() instanceof Node.Members value) {
                    Entry entry = new Entry(new EntryPath(List.of(), member.name()), value, List.of(value.span()));
                    if (!(Launch.of(this, entry) instanceof Launch.Unusable)) {
                        bare.add(entry);
                    }
                }
            }
        }
        return List.copyOf(bare);
    }

    /** The file as it is after {@code edits}. */
    public Document after(List<Edit> edits) throws SyntaxException {
        Format format = switch (notation) {
            case JsonNotation _ -> Format.JSONC;
            case TomlNotation _ -> Format.TOML;
            case YamlNotation _ -> Format.YAML;
        };
        return format.read(Edit.apply(text(), edits));
    }

    /** What stands in the place of entries and is none. */
    public List<Misfit> misfits() {
        return root.orElse(null) instanceof Node.Members map ? finder().misfits(map) : List.of();
    }

    /** Whether a key is there that clients look for servers under. */
    public boolean hasSection() {
        return root.orElse(null) instanceof Node.Members map && finder().hasSection(map);
    }

    /** The keys that clients look for servers under in a file of this format, the usual one first. */
    public List<String> sections() {
        return finder().sections();
    }

    private EntryFinder finder() {
        return switch (notation) {
            case JsonNotation _ -> EntryFinder.JSON;
            case TomlNotation _ -> EntryFinder.TOML;
            case YamlNotation _ -> EntryFinder.YAML;
        };
    }

    /** The entry at {@code path}. */
    public Optional<Entry> entry(EntryPath path) {
        return entries.stream().filter(entry -> entry.path().equals(path)).findFirst();
    }
}
