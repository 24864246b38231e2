package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileGuardTest {
    @TempDir
    Path directory;

    @Test
    void whoWaitsTooLongIsToldWhichFileItIs() throws IOException {
        Path file = directory.resolve("x.lock");
        try (FileGuard held = FileGuard.take(file, Duration.ZERO)) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> FileGuard.take(file, Duration.ofMillis(20)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString());
        }
        FileGuard.take(file, Duration.ZERO).close();
    }

    @Test
    void whoWaitsGetsItWhenItIsGivenBack() throws Exception {
        Path file = directory.resolve("x.lock");
        CompletableFuture<String> second = new CompletableFuture<>();
        try (FileGuard _ = FileGuard.take(file, Duration.ZERO)) {
            Thread.ofPlatform().daemon().start(() -> {
                try (FileGuard _ = FileGuard.take(file, Duration.ofSeconds(30))) {
                    second.complete("taken");
                } catch (IOException e) {
                    second.completeExceptionally(e);
                }
            });
            assertThat(second).isNotDone();
        }
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("taken");
    }
}
