package dev.lazymcp.config.edit;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the servers in a document: the one place that knows under which keys clients keep them. */
final class EntryFinder {
    /** Claude Code and most others; VS Code and Visual Studio; Zed; opencode and Crush. */
    private static final List<String> SECTIONS = List.of("mcpServers", "servers", "context_servers", "mcp");

    private static final String PROJECTS = "projects";
    private static final String PROJECT_SECTION = "mcpServers";

    private final String text;
    private final Map<EntryPath, Entry> found = new LinkedHashMap<>();

    private EntryFinder(String text) {
        this.text = text;
    }

    /** The entries under {@code root}, in the order of the file. */
    static List<Entry> find(String text, Node root) throws SyntaxException {
        if (!(root instanceof Node.Members top)) {
            throw new SyntaxException(
                    Position.of(text, root.span().from()), "a client's config is a map of names, this file is not");
        }
        EntryFinder finder = new EntryFinder(text);
        finder.sections(top);
        return List.copyOf(finder.found.values());
    }

    private void sections(Node.Members top) throws SyntaxException {
        for (String section : SECTIONS) {
            top.map(section).ifPresent(servers -> entries(List.of(section), servers));
        }
        boolean projects = projects(top);
        boolean any = projects
                || SECTIONS.stream().anyMatch(section -> top.map(section).isPresent());
        Optional<Node> misshapen = SECTIONS.stream()
                .flatMap(section -> top.value(section).stream())
                .findFirst();
        if (!any && misshapen.isPresent()) {
            throw new SyntaxException(
                    Position.of(text, misshapen.get().span().from()), "the servers must be a map of names to entries");
        }
    }

    private boolean projects(Node.Members top) {
        boolean any = false;
        for (String project : names(top.map(PROJECTS))) {
            Optional<Node.Members> servers = top.map(PROJECTS)
                    .flatMap(projects -> projects.map(project))
                    .flatMap(settings -> settings.map(PROJECT_SECTION));
            servers.ifPresent(map -> entries(List.of(PROJECTS, project, PROJECT_SECTION), map));
            any |= servers.isPresent();
        }
        return any;
    }

    private static Set<String> names(Optional<Node.Members> map) {
        Set<String> names = new LinkedHashSet<>();
        map.ifPresent(members -> members.members().forEach(member -> names.add(member.name())));
        return names;
    }

    private void entries(List<String> section, Node.Members servers) {
        for (Node.Member member : servers.members()) {
            if (!isRemark(member.name())) {
                EntryPath path = new EntryPath(section, member.name());
                // A name that occurs twice: clients take the last, whatever its value is.
                found.remove(path);
                if (member.value() instanceof Node.Members value) {
                    found.put(path, new Entry(path, value));
                }
            }
        }
    }

    // JSON has no comments, so people switch entries off by renaming them.
    private static boolean isRemark(String name) {
        return name.startsWith("//") || name.startsWith("_");
    }
}
