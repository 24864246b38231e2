package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sequences of rewrites, edits by hand, and restores on real files. */
final class ConfigEditorTest {
    private static final String ORIGINAL =
            "\uFEFF{\r\n\t\"mcpServers\": { // ours\r\n\t\t\"a\": {\"command\":\"x\"},\r\n\t\t\"b\": {\"command\": \"y\",\"args\":[ ]},\r\n\t}\r\n}";

    @TempDir
    Path directory;

    private Path file = Path.of("");
    private Path state = Path.of("");

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("mcp.json"), ORIGINAL);
        state = directory.resolve("state");
    }

    @Test
    void restoreGivesTheBytesBackAndForgetsThem() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        assertThat(files(state)).isNotEmpty();

        restore(new Selection.All());

        assertThat(Files.readString(file)).isEqualTo(ORIGINAL);
        assertThat(files(state)).containsExactly(".lock");
        assertThat(new Backups(state).files()).isEmpty();
    }

    @Test
    void theFirstOriginalSurvivesEveryLaterRewrite() throws IOException, ConfigException {
        rewrite(new Selection.Named(Set.of("a")), "tiny");
        rewrite(new Selection.All(), "tiny");
        rewrite(new Selection.All(), "names");
        assertThat(Files.readString(file)).contains("names").doesNotContain("tiny");

        restore(new Selection.All());

        assertThat(Files.readString(file)).isEqualTo(ORIGINAL);
    }

    @Test
    void editsByHandBetweenTwoRewritesStay() throws IOException, ConfigException {
        rewrite(new Selection.Named(Set.of("a")), "tiny");
        edit("// ours", "// all of us");
        rewrite(new Selection.All(), "tiny");
        edit("\r\n}", "\r\n}\r\n");

        restore(new Selection.All());

        assertThat(Files.readString(file)).isEqualTo(ORIGINAL.replace("ours", "all of us") + "\r\n");
    }

    @Test
    void oneByOneIsAsGoodAsAllAtOnce() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        restore(new Selection.Named(Set.of("b")));
        assertThat(Files.readString(file))
                .contains("\"b\": {\"command\": \"y\",\"args\":[ ]}")
                .contains("lazymcp");
        restore(new Selection.Named(Set.of("a")));

        assertThat(Files.readString(file)).isEqualTo(ORIGINAL);
        assertThat(new Backups(state).files()).isEmpty();
    }

    @Test
    void withoutTheStateDirectoryTheMeaningComesBack() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        state = directory.resolve("lost");

        restore(new Selection.All());

        assertThat(Files.readString(file)).isEqualTo(ORIGINAL.replace("\"x\"", "\"x\",\"args\":[]"));
    }

    @Test
    void stubsThatWereThereBeforeUsAreLeftUntilTheyAreNamed() throws IOException, ConfigException {
        rewrite(new Selection.Named(Set.of("a")), "tiny");
        String theirs = Files.readString(file);
        state = directory.resolve("anothers");
        rewrite(new Selection.All(), "names");
        assertThat(Files.readString(file)).doesNotContain("tiny");

        restore(new Selection.All());
        assertThat(Files.readString(file)).isEqualTo(theirs);
        assertThat(editor().planRestore(file, new Selection.All()).isEmpty()).isTrue();

        restore(new Selection.Named(Set.of("a")));
        assertThat(Files.readString(file)).isEqualTo(ORIGINAL.replace("\"x\"", "\"x\",\"args\":[]"));
        assertThat(editor().planRestore(file, new Selection.All()).isEmpty()).isTrue();
        assertThat(new Backups(state).files()).isEmpty();
    }

    @Test
    void aFileThatRewriteHadNothingToDoToIsNotTouchedByRestore() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        String theirs = Files.readString(file);
        state = directory.resolve("anothers");
        Change nothing = planned(new Selection.All(), "tiny");
        assertThat(nothing.isEmpty()).isTrue();

        editor().adopt(nothing);

        assertThat(editor().planRestore(file, new Selection.All()).isEmpty()).isTrue();
        assertThat(Files.readString(file)).isEqualTo(theirs);
    }

    @Test
    void aRenamedEntryIsUnwrappedToo() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        edit("\"a\": {", "\"renamed\": {");

        restore(new Selection.All());

        assertThat(Files.readString(file))
                .isEqualTo(
                        ORIGINAL.replace("\"a\": {\"command\":\"x\"", "\"renamed\": {\"command\":\"x\",\"args\":[]"));
    }

    @Test
    void aSecondRestoreHasNothingToDo() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        restore(new Selection.All());
        assertThat(editor().planRestore(file, new Selection.All()).isEmpty()).isTrue();
    }

    @Test
    void aFileThatChangesAfterThePlanIsLeftAloneAndItsBackupToo() throws IOException, ConfigException {
        rewrite(new Selection.Named(Set.of("a")), "tiny");
        Change change = planned(new Selection.All(), "names");
        edit("// ours", "// theirs");
        String theirs = Files.readString(file);

        assertThatThrownBy(() -> editor().apply(change))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("changed by another program");
        assertThat(Files.readString(file)).isEqualTo(theirs);
        restore(new Selection.All());
        assertThat(Files.readString(file)).isEqualTo(ORIGINAL.replace("ours", "theirs"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void backupsAreForTheOwnersEyesOnly() throws IOException, ConfigException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        rewrite(new Selection.All(), "tiny");

        Path backups = state.resolve("backups");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                .isEqualTo("rwx------");
        try (Stream<Path> all = Files.walk(backups)) {
            for (Path path : all.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .as(path.toString())
                        .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw-r--");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkAndItsTargetShareOneBackup() throws IOException, ConfigException {
        Path link = Files.createSymbolicLink(directory.resolve("link.json"), file);
        rewrite(new Selection.All(), "tiny");

        editor().apply(editor().planRestore(link, new Selection.All()));

        assertThat(Files.readString(file)).isEqualTo(ORIGINAL);
        assertThat(link).isSymbolicLink();
    }

    @Test
    void aDamagedBackupIsNoticedAndNamed() throws IOException, ConfigException {
        rewrite(new Selection.All(), "tiny");
        Path backup = new Backups(state).directoryOf(file.toRealPath());
        try (Stream<Path> blobs = Files.list(backup)) {
            Path blob = blobs.filter(path -> !path.endsWith("record.json"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(blob, "{}");
        }
        String rewritten = Files.readString(file);

        assertThatThrownBy(() -> editor().planRestore(file, new Selection.All()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(backup.toString())
                .hasMessageContaining("damaged")
                .hasMessageContaining("Move that directory away");
        assertThat(Files.readString(file)).isEqualTo(rewritten);
    }

    @Test
    void faultsCarryFileLineAndColumn() throws IOException {
        Files.writeString(file, "{\n  \"mcpServers\": {\n    \"a\": }\n}");
        assertThatThrownBy(() -> editor().planRestore(file, new Selection.All()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + ":3:10: ");

        Files.writeString(file, "{\"mcpServers\": []}");
        assertThatThrownBy(() -> editor().planRestore(file, new Selection.All()))
                .hasMessageStartingWith(file + ":1:16: the servers must be a map");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            config.toml | `[mcp_servers.a]\\ncommand = "x"\\n[mcp_servers.a]\\n` | 3:1: the table mcp_servers.a is defined twice
            config.toml | `a = 1\\nmcp_servers = 2`                              | 2:15: the servers must be a map
            config.toml | `[[mcp_servers]]\\nname = "a"`                          | 1:3: the servers must be a map
            config.yaml | `extensions:\\n  a:\\n    type: stdio\\n   cmd: npx`     | 4:4: expected <block end>
            config.yml  | `mcpServers:\\n  - name: a\\n\\tcommand: npx`            | 3:1: found character
            config.yaml | `😀: *none`                                            | 1:5: no complete value
            config.yaml | `extensions:\\n  a: &a\\n    b: *a`                      | 3:8: no complete value
            config.yaml | `extensions:\\n  a: {}\\n  a: {}`                        | 3:3: this key is there twice
            config.yaml | `a: b\\7`                                           | 1:5: YAML does not allow
            config.yaml | `- a`                                                  | 1:1: a client's config is a map
            """)
    void faultsOfOtherFormatsDoSoToo(String name, String text, String message) throws IOException {
        Path other = directory.resolve(name);
        byte[] bytes = text.translateEscapes().getBytes(StandardCharsets.UTF_8);
        Files.write(other, bytes);

        assertThatThrownBy(() -> editor().planRewrite(
                                other,
                                target -> new RewritePlanner(
                                        new Selection.All(), "lazymcp", false, Optional.empty(), FileRules.NONE)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(other + ":" + message);
        assertThat(Files.readAllBytes(other)).isEqualTo(bytes);
    }

    private ConfigEditor editor() {
        return new ConfigEditor(new Backups(state));
    }

    private Change planned(Selection selection, String expose) throws IOException, ConfigException {
        return editor().planRewrite(
                        file,
                        target -> new RewritePlanner(selection, "lazymcp", false, Optional.of(expose), FileRules.NONE));
    }

    private void rewrite(Selection selection, String expose) throws IOException, ConfigException {
        editor().apply(planned(selection, expose));
    }

    private void restore(Selection selection) throws IOException, ConfigException {
        editor().apply(editor().planRestore(file, selection));
    }

    private void edit(String what, String with) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(what);
        Files.writeString(file, text.replace(what, with));
    }

    private static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(path -> String.valueOf(path.getFileName()))
                    .toList();
        }
    }
}
