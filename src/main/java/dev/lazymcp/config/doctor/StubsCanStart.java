package dev.lazymcp.config.doctor;

import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.EntryFields;
import dev.lazymcp.config.Stub;
import dev.lazymcp.config.WrapLine;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.Server;
import java.util.List;
import java.util.Optional;

/** Stubs whose own command line {@code wrap} would refuse. */
final class StubsCanStart implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.active()
                .filter(server -> server.entry().lazy())
                .flatMap(server -> fault(snapshot, server).map(fault -> finding(server, fault)).stream())
                .toList();
    }

    private static Optional<String> fault(Snapshot snapshot, Server server) {
        EntryFields fields = server.full().fields();
        if (!(Launch.of(fields.document(), fields.entry()) instanceof Launch.Stdio stdio)) {
            return Optional.empty();
        }
        List<String> argv = stdio.site().argv();
        int wrap = argv.indexOf(WrapLine.SUBCOMMAND);
        if (wrap < 0 || Stub.of(stdio.site()) instanceof Stub.None) {
            return Optional.empty();
        }
        List<String> words = argv.subList(wrap, argv.size());
        return WrapLine.parse(words)
                .map(line -> refused(snapshot, line))
                .orElseGet(() -> Optional.of("it has no command of a server behind --"));
    }

    private static Optional<String> refused(Snapshot snapshot, WrapLine line) {
        List<String> options = line.prefix().stream().skip(1).toList();
        try {
            snapshot.stubs().read(line.isRemote() ? options : options.subList(0, options.size() - 1), line.original());
            return Optional.empty();
        } catch (ConfigException refused) {
            return Optional.ofNullable(refused.getMessage());
        }
    }

    private static Finding finding(Server server, String fault) {
        String name = server.entry().name();
        return new Finding(
                Severity.ERROR,
                "stub",
                server.entry().where(),
                "The stub of " + name + " does not start: " + fault + ".",
                "Correct the words behind wrap ('lazymcp wrap --help'); or put the server's own command there and run:"
                        + " lazymcp rewrite " + server.entry().file() + " " + name);
    }
}
