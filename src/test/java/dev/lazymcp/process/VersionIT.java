package dev.lazymcp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The program knows what it was built from. */
@ExtendWith(Sandboxed.class)
class VersionIT {
    @Test
    void versionCommitTargetAndBuilderAreTold(Sandbox sandbox) {
        List<String> lines = sandbox.lazymcp("--version").out().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("lazymcp ");
        assertThat(lines.get(1)).matches("commit  ([0-9a-f]{12}(-dirty)?|unknown)");
        assertThat(lines.get(2)).matches("target  [a-z]+-[a-z0-9]+(-musl)?( \\(Java VM\\))?");
        assertThat(lines.get(3)).matches("builder (native-image|javac), .*\\S.*");
    }

    @Test
    void theVersionIsThatOfTheBuildFile(Sandbox sandbox) {
        String version = System.getProperty("lazymcp.version", "");
        assumeThat(version).as("Maven tells it").isNotEmpty();
        assertThat(sandbox.lazymcp("--version").out().lines()).first().isEqualTo("lazymcp " + version);
    }
}
