package dev.lazymcp.config.policy;

import dev.lazymcp.config.ClientFile;
import dev.lazymcp.config.EntryFields;
import dev.lazymcp.config.Stub;
import dev.lazymcp.config.WrapLine;
import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.policy.PermissionRule.Reach;
import dev.lazymcp.config.policy.PermissionRule.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a rewrite changes about the rules that name the tools of a server.
 *
 * @param permissions the rules in Claude Code's settings
 */
record ToolNotes(ClaudePermissions permissions) {
    private static final Set<String> SHOW_REAL_NAMES = Set.of("names", "full");
    private static final String STUB_TOOL = "use_";
    private static final String REMEDY = "rewrite with --expose names to keep them meaningful.";

    /** What there is to say of the entry {@code path} that {@code reader} has and that changes. */
    List<String> of(ClientFile reader, EntryPath path, Document before, Document after) {
        List<String> notes = new ArrayList<>();
        Optional<WrapLine> now = line(after, path);
        if (now.isEmpty()) {
            return notes;
        }
        List<PermissionRule> rules = permissions.rules(reader, path);
        List<String> already = line(before, path).map(WrapLine::deniedTools).orElse(List.of());
        for (PermissionRule rule : rules) {
            if (rule.verdict() == Verdict.DENY
                    && rule.reach(path.name()) instanceof Reach.Tool(String tool)
                    && !already.contains(tool)
                    && now.get().deniedTools().contains(tool)) {
                notes.add("The stub of " + path.name() + " denies " + tool
                        + " wherever this entry counts, since the rule \"" + rule.text() + "\" in " + rule.where()
                        + " does.");
            }
        }
        if (now.get().exposure().filter(SHOW_REAL_NAMES::contains).isPresent()) {
            return notes;
        }
        unheard(rules, path).ifPresent(notes::add);
        approvals(reader.client(), path, after).ifPresent(notes::add);
        return notes;
    }

    private static Optional<String> unheard(List<PermissionRule> rules, EntryPath path) {
        List<PermissionRule> named = rules.stream()
                .filter(rule -> rule.verdict() != Verdict.DENY
                        && rule.reach(path.name()) instanceof Reach.Tool(String tool)
                        && !tool.startsWith(STUB_TOOL))
                .toList();
        return named.isEmpty()
                ? Optional.empty()
                : Optional.of("Rules that ask or allow name tools of " + path.name()
                        + " and do not apply to what is called through the stub's tool ("
                        + named.stream()
                                .map(rule -> rule.text() + " in " + rule.where())
                                .collect(Collectors.joining(", "))
                        + "); " + REMEDY);
    }

    private static Optional<String> approvals(Client client, EntryPath path, Document document) {
        return document.entry(path).flatMap(entry -> {
            EntryFields fields = new EntryFields(document, entry);
            List<String> members = client.rules().approved().stream()
                    .filter(member -> namesTools(fields, member))
                    .toList();
            return members.isEmpty()
                    ? Optional.empty()
                    : Optional.of(String.join(" and ", members) + " of " + path.name() + " names tools for which "
                            + client.name() + " knows whether to ask, and does not apply to what is called through the"
                            + " stub's tool; " + REMEDY);
        });
    }

    private static boolean namesTools(EntryFields fields, String member) {
        Node.Members value = fields.entry().value();
        return value.list(member).filter(list -> !list.items().isEmpty()).isPresent()
                || value.map(member).filter(map -> !map.members().isEmpty()).isPresent();
    }

    private static Optional<WrapLine> line(Document document, EntryPath path) {
        return document.entry(path)
                .flatMap(entry -> Stub.find(document, entry))
                .map(found -> found.wrap().line());
    }
}
