package dev.lazymcp.config.doctor;

import dev.lazymcp.config.client.Client;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.Server;
import java.util.List;

/** Variables in entries that are not set in this environment. */
final class VariablesAreSet implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.active()
                .flatMap(server -> server.full().unsetVariables(snapshot.machine()).stream()
                        .map(variable -> finding(server, variable)))
                .toList();
    }

    private static Finding finding(Server server, String variable) {
        Client client = server.full().file().client();
        return switch (client.variables().unset()) {
            case ERROR -> of(Severity.ERROR, server, variable, client.name() + " may refuse the server.");
            case LITERAL -> of(Severity.WARNING, server, variable, client.name() + " leaves it as it is written.");
            case EMPTY -> of(Severity.WARNING, server, variable, client.name() + " puts nothing in its place.");
        };
    }

    private static Finding of(Severity severity, Server server, String variable, String consequence) {
        return new Finding(
                severity,
                "variable",
                server.entry().where(),
                "The variable " + variable + " is not set here; " + consequence,
                "Set " + variable + " where the client is started, or write its value's default into the entry.");
    }
}
