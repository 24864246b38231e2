package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.config.edit.SyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole files before and after, as a person would review them. */
final class RewriteGoldenTest {
    @ParameterizedTest
    @CsvSource({
        "multi-line, json",
        "options, json",
        "left, json",
        "shapes, json",
        "codex, toml",
        "goose, yaml",
        "continue, yaml"
    })
    void rewriteTurnsTheOneIntoTheOtherAndRestoreBack(String name, String extension)
            throws IOException, SyntaxException {
        Document before = read(name + ".before." + extension);
        Document after = read(name + ".after." + extension);
        Optional<String> expose = name.equals("shapes") ? Optional.of("names") : Optional.empty();
        RewritePlanner rewrite = new RewritePlanner(new Selection.All(), "lazymcp", false, expose, FileRules.NONE);

        assertThat(rewrite.plan(before).after()).isEqualTo(after.text());
        assertThat(rewrite.plan(after).edits()).isEmpty();
        RestorePlanner restore =
                new RestorePlanner(new Selection.All(), List.of(new Generation(before, after)), Strays.REBUILD);
        assertThat(restore.plan(after).after()).isEqualTo(before.text());
    }

    static Document read(String name) throws IOException, SyntaxException {
        try (InputStream resource =
                Objects.requireNonNull(RewriteGoldenTest.class.getResourceAsStream("golden/" + name), name)) {
            return Format.of(Path.of(name)).read(SourceText.decode(resource.readAllBytes()));
        }
    }
}
