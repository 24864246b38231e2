package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.lazymcp.Gen;
import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What holds for every TOML file. */
final class GeneratedTomlTest {
    private static final TomlMapper LIBRARY = new TomlMapper();

    @Test
    void everyFileCanBeRewrittenShownAndRestored() {
        Gen.forAll(1_000, gen -> new RoundTrip(Format.TOML).holdsFor(GeneratedToml.from(gen)));
    }

    @Test
    void aDamagedFileIsRefusedOrStillRewritten() {
        Gen.forAll(
                2_000,
                gen -> new RoundTrip(Format.TOML)
                        .harmsNot(gen.damaged(GeneratedToml.from(gen).text())));
    }

    @Test
    void aRewriteSaysToAnotherReaderWhatItShould() {
        Gen.forAll(1_000, gen -> {
            Document before = Format.TOML.read(GeneratedToml.from(gen).text());
            Plan plan = new RewritePlanner(new Selection.All(), "lazymcp", false, Optional.empty(), FileRules.NONE)
                    .plan(before);
            List<String> wrapped = plan.entries().stream()
                    .filter(entry -> entry.outcome() == Outcome.WRAPPED)
                    .map(entry -> entry.path().name())
                    .toList();

            LibraryView view = view(before.text());
            assertThat(wrapped).as(before.text()).containsAll(view.local());
            List<String> due = view.local();
            due.addAll(view.remote());
            assertThat(wrapped).as(before.text()).isSubsetOf(due);
            view.becomes(view(plan.after()), wrapped);
        });
    }

    private static LibraryView view(String text) throws JsonProcessingException {
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return new LibraryView(LIBRARY.convertValue(LIBRARY.readTree(plain), Map.class), "mcp_servers", "command");
    }
}
