package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StubOriginsTest {
    @TempDir
    Path directory;

    @Test
    void aFileThatHasAStubOfTheNameCanBeTheOne() throws IOException {
        Path stub = file("a", "{\"mcpServers\": {\"docs\": {\"args\": [\"wrap\", \"--\", \"s\"]}}}");
        Path unwrapped = file("b", "{\"mcpServers\": {\"docs\": {\"command\": \"s\"}}}");
        Path other = file("c", "{\"mcpServers\": {\"docs2\": {\"args\": [\"wrap\", \"--\", \"s docs\"]}}}");
        Path broken = file("d", "\"\"docs\"wrap\"\"wrap\"");
        Path huge = file("e", "\"docs\" \"wrap\"" + " ".repeat(1024 * 1024));
        Path missing = directory.resolve("f");

        StubOrigins found = StubOrigins.find(
                List.of(stub, unwrapped, other, broken, huge, missing, directory.resolve(".")), "docs");

        assertThat(found.all())
                .containsExactly(
                        stub.toRealPath().toString(), broken.toRealPath().toString());
        found.add(missing);
        found.add(missing);
        assertThat(found.all()).hasSize(3);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
