package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.config.edit.SyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole files before and after, as a person would review them. */
final class RewriteGoldenTest {
    @ParameterizedTest
    @ValueSource(strings = {"multi-line", "options", "left", "shapes"})
    void rewriteTurnsTheOneIntoTheOtherAndRestoreBack(String name) throws IOException, SyntaxException {
        Document before = read(name + ".before.json");
        Document after = read(name + ".after.json");
        Optional<String> expose = name.equals("shapes") ? Optional.of("names") : Optional.empty();
        RewritePlanner rewrite = new RewritePlanner(new Selection.All(), "lazymcp", false, expose);

        assertThat(rewrite.plan(before).after()).isEqualTo(after.text());
        assertThat(rewrite.plan(after).edits()).isEmpty();
        RestorePlanner restore =
                new RestorePlanner(new Selection.All(), List.of(new Generation(before, after)), Strays.REBUILD);
        assertThat(restore.plan(after).after()).isEqualTo(before.text());
    }

    static Document read(String name) throws IOException, SyntaxException {
        try (InputStream resource =
                Objects.requireNonNull(RewriteGoldenTest.class.getResourceAsStream("golden/" + name), name)) {
            return Format.JSONC.read(SourceText.decode(resource.readAllBytes()));
        }
    }
}
