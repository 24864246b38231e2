package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the servers in a document: the one place that knows under which keys clients keep them.
 *
 * @param sections the keys of the format's clients
 * @param projects whether there may be sections of projects below
 * @param lists whether a section may be a list of entries that say their names
 * @param remarks whether an entry can be a remark, since the format has none
 */
record EntryFinder(List<String> sections, boolean projects, boolean lists, boolean remarks) {
    /** Claude Code and most others; VS Code and Visual Studio; Zed; opencode and Crush. */
    static final EntryFinder JSON =
            new EntryFinder(List.of("mcpServers", "servers", "context_servers", "mcp"), true, false, true);

    /** Codex. */
    static final EntryFinder TOML = new EntryFinder(List.of("mcp_servers"), false, false, false);

    /** Goose; Continue. */
    static final EntryFinder YAML = new EntryFinder(List.of("extensions", "mcpServers"), false, true, false);

    private static final String PROJECTS = "projects";
    private static final String PROJECT_SECTION = "mcpServers";

    /** Copies the list. */
    EntryFinder {
        sections = List.copyOf(sections);
    }

    /** The entries under {@code root}, in the order of the file. */
    List<Entry> find(Notation notation, Node root) throws SyntaxException {
        if (!(root instanceof Node.Members top)) {
            throw new SyntaxException(
                    Position.of(notation.text(), root.span().from()),
                    "a client's config is a map of names, this file is not");
        }
        Found found = new Found(notation, new LinkedHashMap<>());
        boolean any = false;
        Optional<Node> misshapen = Optional.empty();
        for (String section : sections) {
            Optional<Node> servers = top.value(section);
            boolean added =
                    servers.filter(value -> add(found, List.of(section), value)).isPresent();
            any |= added;
            misshapen = misshapen.or(() -> added ? Optional.empty() : servers);
        }
        any |= projects && addProjects(found, top);
        if (!any && misshapen.isPresent()) {
            throw new SyntaxException(
                    Position.of(notation.text(), misshapen.get().span().from()),
                    "the servers must be a map of names to entries");
        }
        return List.copyOf(found.entries.values());
    }

    /** Whether {@code root} has a key that servers stand under, in whatever scope, with something that can hold entries. */
    boolean hasSection(Node.Members root) {
        return !holders(root).isEmpty()
                || (lists
                        && sections.stream()
                                .anyMatch(section -> root.list(section).isPresent()));
    }

    /** What stands in the place of entries of {@code root} and is no map. What counts under a name is the last. */
    List<Misfit> misfits(Node.Members root) {
        List<Misfit> misfits = new ArrayList<>();
        holders(root).forEach((section, map) -> {
            Map<String, Node> values = new LinkedHashMap<>();
            map.members().forEach(member -> values.put(member.name(), member.value()));
            values.forEach((name, value) -> {
                if (!(value.resolved() instanceof Node.Members) && !(remarks && isRemark(name))) {
                    misfits.add(new Misfit(new EntryPath(section, name), value));
                }
            });
        });
        return List.copyOf(misfits);
    }

    private Map<List<String>, Node.Members> holders(Node.Members root) {
        Map<List<String>, Node.Members> holders = new LinkedHashMap<>();
        sections.forEach(section -> root.map(section).ifPresent(map -> holders.put(List.of(section), map)));
        Optional<Node.Members> settings = projects ? root.map(PROJECTS) : Optional.empty();
        for (Node.Member project : settings.map(Node.Members::members).orElse(List.of())) {
            settings.flatMap(all -> all.map(project.name()))
                    .flatMap(own -> own.map(PROJECT_SECTION))
                    .ifPresent(map -> holders.put(List.of(PROJECTS, project.name(), PROJECT_SECTION), map));
        }
        return holders;
    }

    private boolean addProjects(Found found, Node.Members top) {
        boolean any = false;
        for (Node.Member project : top.map(PROJECTS).map(Node.Members::members).orElse(List.of())) {
            Optional<Node> servers = top.map(PROJECTS)
                    .flatMap(projects -> projects.map(project.name()))
                    .flatMap(settings -> settings.value(PROJECT_SECTION));
            any |= servers.filter(value -> add(found, List.of(PROJECTS, project.name(), PROJECT_SECTION), value))
                    .isPresent();
        }
        return any;
    }

    // Whether the value is something that can hold entries.
    private boolean add(Found found, List<String> section, Node servers) {
        switch (servers) {
            case Node.Members map ->
                map.members().stream()
                        .filter(member -> !(remarks && isRemark(member.name())))
                        .forEach(member -> found.add(new EntryPath(section, member.name()), member.value()));
            case Node.Items list when lists -> list.items().forEach(item -> addNamed(found, section, item));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void addNamed(Found found, List<String> section, Node item) {
        if (item.resolved() instanceof Node.Members entry) {
            entry.text("name").ifPresent(name -> found.add(new EntryPath(section, name), item));
        }
    }

    // JSON has no comments, so people switch entries off by renaming them.
    private static boolean isRemark(String name) {
        return name.startsWith("//") || name.startsWith("_");
    }

    private record Found(Notation notation, Map<EntryPath, Entry> entries) {
        void add(EntryPath path, Node value) {
            // A name that occurs twice: clients take the last, whatever its value is.
            entries.remove(path);
            if (value.resolved() instanceof Node.Members members) {
                entries.put(path, new Entry(path, members, notation.parts(path, value)));
            }
        }
    }
}
