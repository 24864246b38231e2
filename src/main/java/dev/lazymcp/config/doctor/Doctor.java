package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import java.util.Comparator;
import java.util.List;

/** All checks, one after the other. */
public final class Doctor {
    private static final List<Check> CHECKS = List.of(
            snapshot -> snapshot.inventory().findings(),
            new EntriesAreValid(),
            new StubsAreFound(),
            new CommandsAreFound(),
            new VariablesAreSet(),
            new EnvironmentFilesAreRead(),
            new PoliciesAllowServers(),
            new StubsAreCurrent(),
            new RulesAreHeld(),
            new DirectoriesArePrivate(),
            new SchemasAreUsable(),
            new NothingIsHidden());

    private Doctor() {}

    /** What is wrong in {@code snapshot}, the worst first. */
    public static List<Finding> examine(Snapshot snapshot) {
        return CHECKS.stream()
                .flatMap(check -> check.on(snapshot).stream())
                .distinct()
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }
}
