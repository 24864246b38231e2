package dev.lazymcp.config.doctor;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.Diagnosis;
import dev.lazymcp.catalog.ToolDoctor;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import dev.lazymcp.config.inventory.Server;
import java.util.List;
import java.util.stream.Stream;

/** Tools whose definitions would break a client, as far as the catalog knows them. */
final class SchemasAreUsable implements Check {
    @Override
    public List<Finding> on(Snapshot snapshot) {
        return snapshot.active()
                .flatMap(server -> snapshot.catalog().of(server).stream().flatMap(entry -> findings(server, entry)))
                .toList();
    }

    private static Stream<Finding> findings(Server server, CatalogEntry entry) {
        return entry.tools().stream().flatMap(tool -> switch (ToolDoctor.examine(tool.raw())) {
            case Diagnosis.Healthy ignored -> Stream.of();
            case Diagnosis.Repaired repaired ->
                repaired.findings().stream()
                        .map(finding -> of(
                                Severity.INFO,
                                server,
                                finding,
                                "Nothing need be done: the stub shows the tool repaired."));
            case Diagnosis.LeftOut left ->
                left.findings().stream()
                        .map(finding -> of(
                                Severity.WARNING,
                                server,
                                finding,
                                "Report it to the server's maker: the stub cannot show the tool."));
        });
    }

    private static Finding of(Severity severity, Server server, Diagnosis.Finding finding, String remedy) {
        return new Finding(severity, "schema", server.entry().where(), "Tool " + finding + ".", remedy);
    }
}
