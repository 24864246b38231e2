package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** What holds for every YAML file. */
final class GeneratedYamlTest {
    private static final LoadSettings LIBRARY =
            LoadSettings.builder().setSchema(new CoreSchema()).build();

    @Test
    void everyFileCanBeRewrittenShownAndRestored() {
        Gen.forAll(1_000, gen -> new RoundTrip(Format.YAML).holdsFor(GeneratedYaml.from(gen, gen.once(2))));
    }

    @Test
    void aDamagedFileIsRefusedOrStillRewritten() {
        Gen.forAll(
                2_000,
                gen -> new RoundTrip(Format.YAML)
                        .harmsNot(
                                gen.damaged(GeneratedYaml.from(gen, gen.once(2)).text())));
    }

    @Test
    void aRewriteSaysToAnotherReaderWhatItShould() {
        Gen.forAll(1_000, gen -> {
            boolean goose = gen.once(2);
            Document before = Format.YAML.read(GeneratedYaml.from(gen, goose).text());
            Plan plan = new RewritePlanner(new Selection.All(), "lazymcp", false, Optional.empty(), FileRules.NONE)
                    .plan(before);
            List<String> wrapped = names(plan, Outcome.WRAPPED);
            List<String> refused = names(plan, Outcome.REJECTED);

            LibraryView view = view(before.text(), goose);
            List<String> due = view.local();
            due.removeAll(refused);
            assertThat(wrapped).as(before.text()).containsAll(due);
            due.addAll(view.remote());
            assertThat(wrapped).as(before.text()).isSubsetOf(due);
            view.becomes(view(plan.after(), goose), wrapped);
            if (before.anchors().isEmpty()) {
                assertThat(refused).isEmpty();
            }
        });
    }

    private static List<String> names(Plan plan, Outcome outcome) {
        return plan.entries().stream()
                .filter(entry -> entry.outcome() == outcome)
                .map(entry -> entry.path().name())
                .toList();
    }

    private static LibraryView view(String text, boolean goose) {
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        Object first = new Load(LIBRARY).loadAllFromString(plain).iterator().next();
        return new LibraryView((Map<?, ?>) first, goose ? "extensions" : "mcpServers", goose ? "cmd" : "command");
    }
}
