package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.catalog.TokenEstimate;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the client sees, by exposure and state. */
class ToolViewTest {
    private static final String ECHO = "{\"name\":\"echo\",\"description\":\"Says it again. And more.\",\"x\":1.50,"
            + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}}";
    private static final List<Tool> KNOWN =
            List.of(new Tool("echo", ECHO.getBytes(StandardCharsets.UTF_8)), tool("add"));

    private static final State ASLEEP = new State.Registered(0, 0, "");
    private static final State ACTIVE = new State.Active(1);
    private static final State DISABLED = new State.Suspended(1, true, false);
    private static final State REMOVED = new State.Removed("it was removed from .mcp.json");

    @ParameterizedTest
    @CsvSource({
        // exposure, after, state, was active, stub was shown, known; what is listed
        "TINY,   on,  ASLEEP,   no,  yes, yes, use_docs",
        "TINY,   on,  ASLEEP,   no,  yes, no,  use_docs",
        "TINY,   on,  ACTIVE,   yes, yes, yes, echo add use_docs",
        "TINY,   on,  ASLEEP,   yes, yes, yes, echo add use_docs",
        "TINY,   on,  DISABLED, yes, yes, yes, use_docs",
        "TINY,   on,  REMOVED,  yes, yes, yes, use_docs",
        "TINY,   off, ASLEEP,   no,  yes, yes, use_docs",
        "TINY,   off, ACTIVE,   yes, yes, yes, use_docs",
        "NAMES,  on,  ASLEEP,   no,  no,  yes, echo add",
        "NAMES,  on,  ASLEEP,   no,  yes, no,  use_docs",
        "NAMES,  on,  ACTIVE,   yes, no,  yes, echo add",
        "NAMES,  on,  ACTIVE,   yes, yes, yes, echo add use_docs",
        "NAMES,  off, ACTIVE,   yes, no,  yes, echo add",
        "FULL,   on,  ASLEEP,   no,  no,  yes, echo add",
        "FULL,   on,  ASLEEP,   no,  yes, no,  use_docs",
        "FULL,   on,  ACTIVE,   yes, no,  yes, echo add",
        "FULL,   on,  DISABLED, yes, no,  yes, use_docs",
        "HIDDEN, on,  ASLEEP,   no,  no,  yes, use_docs",
        "HIDDEN, on,  ACTIVE,   yes, no,  yes, echo add",
        "FULL,   on,  ACTIVE,   yes, no,  no,  use_docs"
    })
    void lists(
            Exposure exposure, String after, String state, String wasActive, String shown, String known, String names) {
        ToolView view = new ToolView(
                state(state),
                exposure,
                after.equals("on"),
                wasActive.equals("yes"),
                false,
                shown.equals("yes"),
                StubTool.named("docs", List.of()),
                known.equals("yes") ? List.of("echo", "add") : List.of(),
                List.of(),
                known.equals("yes") ? KNOWN : List.of());
        assertThat(names(view.result())).isEqualTo(List.of(names.split(" ", -1)));
    }

    private static State state(String name) {
        return switch (name) {
            case "ASLEEP" -> ASLEEP;
            case "ACTIVE" -> ACTIVE;
            case "REMOVED" -> REMOVED;
            default -> DISABLED;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "ASLEEP,   no,  ''",
        "DISABLED, yes, ''",
        "REMOVED,  yes, ''",
        "ACTIVE,   yes, echo add",
        "ASLEEP,   yes, echo add"
    })
    void aClientThatTakesInToolsLaterSeesNoneUntilTheServerRuns(String state, String wasActive, String names) {
        ToolView view = new ToolView(
                state(state),
                Exposure.TINY,
                true,
                wasActive.equals("yes"),
                true,
                false,
                StubTool.named("docs", List.of()),
                List.of("echo", "add"),
                List.of(),
                KNOWN);
        assertThat(String.join(" ", names(view.result()))).isEqualTo(names);
    }

    @Test
    void realToolsKeepEveryByte() {
        ToolView view = new ToolView(
                ASLEEP,
                Exposure.FULL,
                true,
                false,
                false,
                false,
                StubTool.named("docs", List.of()),
                List.of("echo", "add"),
                List.of(),
                KNOWN);
        assertThat(view.result().toString()).contains(ECHO);
    }

    @Test
    void namesAloneLeaveTheSchemaOpen() {
        ToolView view = new ToolView(
                ASLEEP,
                Exposure.NAMES,
                true,
                false,
                false,
                false,
                StubTool.named("docs", List.of()),
                List.of("echo", "add"),
                List.of(),
                KNOWN);
        assertThat(view.result().toString())
                .contains("{\"name\":\"echo\",\"description\":\"Says it again.\",\"inputSchema\":{\"type\":\"object\","
                        + "\"properties\":{},\"additionalProperties\":true}}");
    }

    @ParameterizedTest
    @CsvSource({
        // after, state, known; what is listed where the entry names echo and gone, and nobody knew the tools at first
        "on,  ASLEEP, no,  echo gone",
        "on,  ACTIVE, yes, echo add",
        "off, ASLEEP, no,  echo gone",
        "off, ACTIVE, yes, echo gone",
        "on,  DISABLED, no, use_docs"
    })
    void namesThatTheEntryGivesAreListedBeforeAnybodyKnowsTheTools(
            String after, String state, String known, String names) {
        ToolView view = new ToolView(
                state(state),
                Exposure.NAMES,
                after.equals("on"),
                known.equals("yes"),
                false,
                false,
                StubTool.named("docs", List.of()),
                List.of(),
                List.of("echo", "gone"),
                known.equals("yes") ? KNOWN : List.of());
        assertThat(names(view.result())).isEqualTo(List.of(names.split(" ", -1)));
    }

    @ParameterizedTest
    @EnumSource(Exposure.class)
    void anEmptyServerStillListsSomething(Exposure exposure) {
        for (State state : List.of(ASLEEP, ACTIVE, DISABLED, REMOVED)) {
            ToolView view = new ToolView(
                    state,
                    exposure,
                    true,
                    true,
                    false,
                    false,
                    StubTool.named("docs", List.of()),
                    List.of(),
                    List.of(),
                    List.of());
            assertThat(names(view.result())).as("%s in %s", exposure, state).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "docs, use_docs",
        "My Docs!, use_my_docs",
        "github.com/upstash/context7-mcp, use_github_com_upstash_c",
        "漢字, use_server",
        "___, use_server",
        "a-very-long-name-of-a-server, use_a_very_long_name_of"
    })
    void theStubsToolHasANameThatEveryClientTakes(String server, String name) {
        assertThat(StubTool.named(server, List.of()).name()).isEqualTo(name).matches("[a-z0-9_]{1,24}");
    }

    @Test
    void theStubsToolIsNoRealTool() {
        assertThat(StubTool.named("docs", List.of("use_docs", "use_docs_2")).name())
                .isEqualTo("use_docs_3");
        String longest = "use_" + "x".repeat(20);
        assertThat(StubTool.named("x".repeat(40), List.of(longest)).name()).isEqualTo("use_" + "x".repeat(18) + "_2");
    }

    @Test
    void theStubsToolStaysSmallHoweverMuchIsInside() {
        List<String> names = new ArrayList<>(Collections.nCopies(300, "a_tool"));
        Frame tool = StubTool.named("a-very-long-name-of-a-server", names).listed(names);
        assertThat(TokenEstimate.of(tool.toBytes())).isLessThanOrEqualTo(75);
        assertThat(Json.string(tool, "description")).contains("a_tool, a_tool, ");
    }

    private static List<String> names(Frame result) {
        Span span = Objects.requireNonNull(Json.find(result, "tools"));
        Frame array = result.part(span);
        return Json.elements(array).stream()
                .map(tool -> String.valueOf(Json.string(array.part(tool), "name")))
                .toList();
    }

    private static Tool tool(String name) {
        String raw = "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
        return new Tool(name, raw.getBytes(StandardCharsets.UTF_8));
    }
}
