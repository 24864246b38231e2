package dev.lazymcp.os;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AtomicFileTest {
    @TempDir
    Path directory;

    @Test
    void replacesTheContentAndLeavesNothingBeside() throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), "old");

        AtomicFile.replace(AtomicFile.read(file), "new".getBytes(UTF_8));

        assertThat(file).hasContent("new");
        assertThat(names(directory)).containsExactly("a.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-r-----", "rwxr-xr-x", "rw-rw-r--"})
    @DisabledOnOs(OS.WINDOWS)
    void keepsTheMode(String mode) throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

        AtomicFile.replace(AtomicFile.read(file), "new".getBytes(UTF_8));

        assertThat(mode(file)).isEqualTo(mode);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void replacesWhatALinkPointsToAndNotTheLink() throws IOException {
        Path target = Files.writeString(
                Files.createDirectory(directory.resolve("dotfiles")).resolve("a"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("a.json"), Path.of("dotfiles/a"));

        AtomicFile.Snapshot before = AtomicFile.read(link);
        AtomicFile.replace(before, "new".getBytes(UTF_8));

        assertThat(before.target()).isEqualTo(target.toRealPath());
        assertThat(link).isSymbolicLink().hasContent("new");
        assertThat(target).isRegularFile().hasContent("new");
    }

    @Test
    void leavesAFileAloneThatWasChangedMeanwhile() throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), "old");
        AtomicFile.Snapshot before = AtomicFile.read(file);
        Files.writeString(file, "theirs");

        assertThatThrownBy(() -> AtomicFile.replace(before, "new".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toRealPath().toString())
                .hasMessageContaining("changed by another program")
                .hasMessageContaining("Run this again");
        assertThat(file).hasContent("theirs");
        assertThat(names(directory)).containsExactly("a.json");
    }

    @Test
    void doesNotBringBackAFileThatWasRemovedMeanwhile() throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), "old");
        AtomicFile.Snapshot before = AtomicFile.read(file);
        Files.delete(file);

        assertThatThrownBy(() -> AtomicFile.replace(before, "new".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("removed");
        assertThat(file).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void respectsReadOnlyEvenWhereTheSystemWouldNot() throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        AtomicFile.Snapshot before = AtomicFile.read(file);

        assertThatThrownBy(() -> AtomicFile.replace(before, "new".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("read-only");
        assertThat(file).hasContent("old");
    }

    @Test
    void saysWhichFileIsMissing() {
        Path file = directory.resolve("none.json");
        assertThatThrownBy(() -> AtomicFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + ": there is no such file");
        assertThatThrownBy(() -> AtomicFile.read(directory))
                .isInstanceOf(IOException.class)
                .hasMessage(directory + " is not a file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void privateFilesAndDirectoriesAreTheOwnersOnly() throws IOException {
        Path made = directory.resolve("x/y");
        AtomicFile.makePrivateDirectories(made);
        Path file = made.resolve("f");
        AtomicFile.writePrivate(file, "one".getBytes(UTF_8));
        AtomicFile.writePrivate(file, "two".getBytes(UTF_8));

        assertThat(mode(directory.resolve("x"))).isEqualTo("rwx------");
        assertThat(mode(made)).isEqualTo("rwx------");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(file).hasContent("two");
        assertThat(names(made)).containsExactly("f");
    }

    @Test
    void saysWhatIsInTheWayOfADirectory() throws IOException {
        Files.writeString(directory.resolve("x"), "");
        assertThatThrownBy(() -> AtomicFile.makePrivateDirectories(directory.resolve("x/y")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.resolve("x/y") + " cannot be made: ");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static Iterable<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
