package dev.lazymcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.cli.MissingTool.Reason;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MissingToolTest {
    @Test
    void whatIsNamedAndNotOfferedIsMissing() {
        assertThat(MissingTool.ofWorking(List.of("a", "b"), List.of(), tools("b", "c")))
                .containsExactly(new MissingTool("a", Reason.NOT_OFFERED));
    }

    @Test
    void whatWasThereBeforeIsGone() {
        assertThat(MissingTool.ofWorking(List.of(), tools("a", "b", "a"), tools("b", "new")))
                .containsExactly(new MissingTool("a", Reason.GONE));
    }

    @Test
    void whatTheEntryDoesNotNameIsNotMissed() {
        assertThat(MissingTool.ofWorking(List.of("b"), tools("a", "b"), tools("b")))
                .isEmpty();
    }

    @Test
    void whatIsNamedAndWasThereBeforeIsGoneOnce() {
        assertThat(MissingTool.ofWorking(List.of("a"), tools("a"), tools()))
                .containsExactly(new MissingTool("a", Reason.GONE));
    }

    @Test
    void aServerThatFailedLeavesAllMissing() {
        assertThat(MissingTool.ofFailed(List.of(), tools("a", "b")))
                .containsExactly(
                        new MissingTool("a", Reason.SERVER_FAILED), new MissingTool("b", Reason.SERVER_FAILED));
        assertThat(MissingTool.ofFailed(List.of("n", "a"), tools("a", "b")))
                .containsExactly(
                        new MissingTool("n", Reason.SERVER_FAILED), new MissingTool("a", Reason.SERVER_FAILED));
    }

    private static List<Tool> tools(String... names) {
        return Stream.of(names)
                .map(name -> new Tool(name, ("{\"name\":\"" + name + "\"}").getBytes(UTF_8)))
                .toList();
    }
}
