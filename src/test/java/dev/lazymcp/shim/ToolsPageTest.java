package dev.lazymcp.shim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Response;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolsPageTest {
    private static final StubOptions PLAIN = new StubOptions(
            "it",
            Exposure.TINY,
            true,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false,
            false,
            false,
            Duration.ZERO,
            StubOptions.DEFAULT_GRACE,
            StubOptions.DEFAULT_START_TIMEOUT,
            Duration.ZERO,
            Optional.empty(),
            List.of(),
            Chores.NONE,
            Optional.empty(),
            List.of("it"),
            "1");
    private static final Frame LAST = Frame.of("{\"name\":\"use_it\"}");

    private static String shown(String result, @Nullable Frame last) {
        Response page = (Response) Message.read(Frame.of("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + result + "}"));
        String shown = ToolsPage.shown(page, new ToolFilter(PLAIN), last).toString();
        return shown.substring(shown.indexOf("\"result\":") + 9, shown.length() - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "\"x\"", "5", "[]"})
    void whatIsNoArrayIsOneWithoutElements(String tools) {
        assertThat(shown("{\"tools\":" + tools + ",\"_meta\":{}}", LAST))
                .isEqualTo("{\"tools\":[{\"name\":\"use_it\"}],\"_meta\":{}}");
        assertThat(shown("{\"tools\":" + tools + "}", null)).isEqualTo("{\"tools\":[]}");
    }

    @Test
    void theLastToolStandsBehindThoseOfTheLastPage() {
        String one = "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}";
        assertThat(shown("{\"tools\":[ " + one + " ]}", LAST))
                .isEqualTo("{\"tools\":[ " + one + " ,{\"name\":\"use_it\"}]}");
        assertThat(shown("{\"tools\":[" + one + "],\"nextCursor\":\"c\"}", LAST))
                .isEqualTo("{\"tools\":[" + one + "],\"nextCursor\":\"c\"}");
    }
}
