package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.os.Platform;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrowserTest {
    private static final URI PAGE = URI.create("https://as.example/x?a=%22%3B%20rm&b=ü");

    @Test
    void thePlatformsWayIsTaken() {
        assertThat(new Browser(Map.of(), Platform.MACOS).command(PAGE))
                .contains(List.of("open", "https://as.example/x?a=%22%3B%20rm&b=%C3%BC"));
        assertThat(new Browser(Map.of(), Platform.WINDOWS).command(PAGE).orElseThrow())
                .startsWith("rundll32", "url.dll,FileProtocolHandler")
                .hasSize(3);
        assertThat(new Browser(Map.of("DISPLAY", ":0"), Platform.LINUX)
                        .command(PAGE)
                        .orElseThrow())
                .startsWith("xdg-open")
                .hasSize(2);
    }

    @Test
    void withoutAScreenThereIsNone() {
        assertThat(new Browser(Map.of(), Platform.LINUX).command(PAGE)).isEmpty();
    }

    @Test
    void aCommandOfOnesOwnGetsTheAddressLast() {
        assertThat(new Browser(Map.of("LAZYMCP_BROWSER", " my  browser -x "), Platform.LINUX)
                        .command(PAGE)
                        .orElseThrow())
                .startsWith("my", "browser", "-x")
                .hasSize(4);
    }
}
