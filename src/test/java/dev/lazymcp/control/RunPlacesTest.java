package dev.lazymcp.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunPlacesTest {
    private static final Path HOME = Path.of("/home/ann");

    @TempDir
    Path directory;

    private static List<Path> places(Platform platform, Map<String, String> env, Path home) {
        return RunPlaces.of(
                platform, env, home, HOME, platform == Platform.WINDOWS ? OptionalInt.empty() : OptionalInt.of(1000));
    }

    @Test
    void lazymcpHomeBeatsEverything() {
        for (Platform platform : Platform.values()) {
            assertThat(places(platform, Map.of("LAZYMCP_HOME", "/x", "XDG_RUNTIME_DIR", "/r"), HOME))
                    .containsExactly(Path.of("/x/run"));
        }
    }

    @Test
    void whatAServerWithoutTheEnvironmentTakesACommandWithItFinds() {
        List<Path> poor = places(Platform.LINUX, Map.of(), HOME);
        List<Path> rich = places(Platform.LINUX, Map.of("XDG_RUNTIME_DIR", "/run/user/1000"), HOME);
        assertThat(rich)
                .containsAll(poor)
                .containsExactly(Path.of("/run/user/1000/lazymcp"), Path.of("/home/ann/.local/state/lazymcp/run"));
    }

    @Test
    void aRelativeRuntimeDirectoryIsNone() {
        assertThat(places(Platform.LINUX, Map.of("XDG_RUNTIME_DIR", "run"), HOME))
                .doesNotContain(Path.of("run/lazymcp"));
    }

    @Test
    void macosAndWindowsUseTheUsersOwnFolders() {
        assertThat(places(Platform.MACOS, Map.of("TMPDIR", "/var/folders/long"), HOME))
                .containsExactly(Path.of("/home/ann/Library/Caches/lazymcp/run"));
        assertThat(places(Platform.WINDOWS, Map.of("LOCALAPPDATA", "/l"), HOME))
                .containsExactly(Path.of("/l/lazymcp/run"), Path.of("/home/ann/AppData/Local/lazymcp/run"));
    }

    @Test
    void aHomeThatIsMovedComesFirst() {
        assertThat(places(Platform.OTHER, Map.of(), Path.of("/tmp/h")))
                .endsWith(Path.of("/tmp/h/.local/state/lazymcp/run"), Path.of("/home/ann/.local/state/lazymcp/run"));
    }

    @Test
    void aDirectoryThatOthersCanEnterIsRefused() throws IOException {
        Path open = directory.resolve("open");
        Files.createDirectory(open, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        assertThatThrownBy(() -> RunDirectory.open(List.of(open)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 700 " + open);
        assertThat(RunDirectory.existing(List.of(open))).isEmpty();
    }

    @Test
    void aLinkIsNoDirectoryOfOurs() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        assertThatThrownBy(() -> RunDirectory.open(List.of(link))).hasMessageContaining("is not a directory");
    }

    @Test
    void theFirstUsablePlaceIsTakenAndMadeForItsOwnerAlone() throws IOException {
        Path blocked = Files.createFile(directory.resolve("file"));
        Path wanted = directory.resolve("a").resolve("b");
        RunDirectory run = RunDirectory.open(List.of(blocked.resolve("x"), wanted, directory.resolve("c")));
        assertThat(run.path()).isEqualTo(wanted);
        assertThat(Files.getPosixFilePermissions(wanted)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(directory.resolve("c")).doesNotExist();
        assertThat(RunDirectory.existing(List.of(blocked, wanted))).containsExactly(run);
    }
}
