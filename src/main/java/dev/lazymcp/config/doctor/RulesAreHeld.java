package dev.lazymcp.config.doctor;

import dev.lazymcp.config.WrapLine;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.policy.ClaudePermissions;
import dev.lazymcp.config.policy.PermissionRule;
import dev.lazymcp.config.policy.PermissionRule.Reach;
import dev.lazymcp.config.policy.PermissionRule.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules in a client's settings that deny a tool which can be called through a stub. */
final class RulesAreHeld implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        List<Finding> held = snapshot.active()
                .filter(server -> server.entry().lazy())
                .flatMap(server -> open(snapshot.permissions(), server))
                .toList();
        // Which files cannot be read is known once they were asked for.
        Stream<Finding> unreadable = snapshot.permissions().faults().stream()
                .map(fault -> new Finding(
                        Severity.WARNING,
                        "rule",
                        "Claude Code's settings",
                        fault,
                        "Correct the file; which tools its rules deny is not known."));
        return Stream.concat(held.stream(), unreadable).toList();
    }

    private static Stream<Finding> open(ClaudePermissions permissions, Server server) {
        Optional<WrapLine> line = server.full().argv().flatMap(argv -> WrapLine.parse(argv.subList(1, argv.size())));
        // Its client shows a plugin's server by another name than the file that brings it.
        EntryPath path = new EntryPath(
                server.full().fields().entry().path().section(), server.entry().name());
        return line.stream()
                .flatMap(stub -> permissions.rules(server.full().file(), path).stream()
                        .filter(rule -> rule.verdict() == Verdict.DENY)
                        .flatMap(rule -> open(rule, server, stub).stream()));
    }

    private static Optional<Finding> open(PermissionRule rule, Server server, WrapLine stub) {
        return switch (rule.reach(server.entry().name())) {
            case Reach.Tool(String tool)
            when !stub.denies(tool) ->
                Optional.of(finding(
                        server,
                        "The rule \"" + rule.text() + "\" in " + rule.where() + " denies " + tool
                                + ", which can be called through the stub.",
                        remedy(server, tool)));
            case Reach.Pattern _ ->
                Optional.of(finding(
                        server,
                        ClaudePermissions.pattern(rule) + ".",
                        "Put exact names in the place of the pattern and rewrite the entry, or take the stub away: lazymcp"
                                + " restore " + server.entry().file() + " "
                                + server.full().fields().entry().path().name()));
            case Reach.Tool _, Reach.Server _, Reach.None _ -> Optional.empty();
        };
    }

    private static String remedy(Server server, String tool) {
        return server.entry().scope().isEditable()
                ? "lazymcp rewrite " + server.entry().file() + " "
                        + server.full().fields().entry().path().name()
                : "Add --deny-tools " + tool + " to the options of the stub, or have whoever made the entry do it.";
    }

    private static Finding finding(Server server, String what, String remedy) {
        return new Finding(Severity.ERROR, "rule", server.entry().where(), what, remedy);
    }
}
