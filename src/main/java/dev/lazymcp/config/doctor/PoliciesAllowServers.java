package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.Server;
import dev.lazymcp.config.policy.Policy;
import dev.lazymcp.os.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Servers that an administrator's policy refuses. */
final class PoliciesAllowServers implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        Stream<Finding> unreadable = snapshot.policies().faults().stream()
                .map(fault -> new Finding(
                        Severity.WARNING,
                        "policy",
                        "administrators' policies",
                        fault,
                        "Ask whoever looks after this machine; what the policy refuses is not known."));
        Stream<Finding> refused = snapshot.active()
                .flatMap(server -> snapshot.policies().of(server.entry().client()).stream()
                        .flatMap(policy -> refusal(server, policy).stream()));
        return Stream.concat(unreadable, refused).toList();
    }

    private static Optional<Finding> refusal(Server server, Policy policy) {
        return server.full()
                .argv()
                .flatMap(argv -> policy.refusal(
                                server.full().fields().entry().path().name(), argv)
                        .map(why -> new Finding(
                                Severity.ERROR,
                                "policy",
                                server.entry().where(),
                                policy.file() + " refuses this server: " + why + ".",
                                "Ask for this rule: "
                                        + policy.rule(
                                                server.full()
                                                        .fields()
                                                        .entry()
                                                        .path()
                                                        .name(),
                                                Secrets.maskedArguments(argv)))));
    }
}
