package dev.lazymcp.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.os.Directories.Platform;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DirectoriesTest {
    private static final Path HOME = Path.of("/home/ann");

    @Test
    void linuxFollowsTheXdgDefaults() {
        assertThat(Directories.of(Platform.XDG, Map.of(), HOME))
                .isEqualTo(new Directories(
                        Path.of("/home/ann/.local/state/lazymcp"), Path.of("/home/ann/.cache/lazymcp")));
    }

    @Test
    void linuxFollowsTheXdgVariables() {
        Map<String, String> env = Map.of("XDG_STATE_HOME", "/s", "XDG_CACHE_HOME", "/c");
        assertThat(Directories.of(Platform.XDG, env, HOME))
                .isEqualTo(new Directories(Path.of("/s/lazymcp"), Path.of("/c/lazymcp")));
    }

    @Test
    void xdgPathsThatAreRelativeOrEmptyAreIgnored() {
        Map<String, String> env = Map.of("XDG_STATE_HOME", "state", "XDG_CACHE_HOME", "");
        assertThat(Directories.of(Platform.XDG, env, HOME)).isEqualTo(Directories.of(Platform.XDG, Map.of(), HOME));
    }

    @Test
    void macosUsesLibraryAndNotXdg() {
        Path home = Path.of("/Users/ann");
        assertThat(Directories.of(Platform.MACOS, Map.of("XDG_STATE_HOME", "/s"), home))
                .isEqualTo(new Directories(
                        home.resolve("Library/Application Support/lazymcp"), home.resolve("Library/Caches/lazymcp")));
    }

    @Test
    void windowsUsesLocalAppData() {
        Path local = Path.of("D:\\profile\\Local");
        assertThat(Directories.of(Platform.WINDOWS, Map.of("LOCALAPPDATA", local.toString()), HOME))
                .isEqualTo(new Directories(
                        local.resolve("lazymcp"), local.resolve("lazymcp").resolve("cache")));
    }

    @Test
    void windowsWithoutLocalAppDataUsesWhereItAlwaysIs() {
        assertThat(Directories.of(Platform.WINDOWS, Map.of(), HOME).state())
                .isEqualTo(HOME.resolve("AppData").resolve("Local").resolve("lazymcp"));
    }

    @Test
    void lazymcpHomeBeatsEveryConvention() {
        Map<String, String> env = Map.of("LAZYMCP_HOME", "/lazy", "XDG_STATE_HOME", "/s", "LOCALAPPDATA", "/l");
        for (Platform platform : Platform.values()) {
            assertThat(Directories.of(platform, env, HOME))
                    .isEqualTo(new Directories(Path.of("/lazy/state"), Path.of("/lazy/cache")));
        }
    }

    @Test
    void systemsAreKnownByTheirJavaNames() {
        assertThat(Platform.named("Windows 11")).isEqualTo(Platform.WINDOWS);
        assertThat(Platform.named("Mac OS X")).isEqualTo(Platform.MACOS);
        assertThat(Platform.named("Linux")).isEqualTo(Platform.XDG);
        assertThat(Platform.named("FreeBSD")).isEqualTo(Platform.XDG);
    }
}
