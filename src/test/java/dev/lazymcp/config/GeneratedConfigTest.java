package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.SyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds for every file. {@code -Dseed=N} repeats one of them. */
final class GeneratedConfigTest {
    private static final int SAMPLES = 1_000;
    private static final Set<String> LAUNCH = Set.of("command", "args", "path");

    @Test
    void everyFileCanBeRewrittenShownAndRestored() {
        long first = Long.getLong("seed", System.nanoTime());
        long last = Long.getLong("seed") == null ? first + SAMPLES : first + 1;
        for (long seed = first; seed < last; seed++) {
            GeneratedConfig.Sample sample = GeneratedConfig.from(new SplittableRandom(seed));
            assertThatCode(() -> holdsFor(sample))
                    .as("-Dseed=%d, which is%n%s", seed, sample.text())
                    .doesNotThrowAnyException();
        }
    }

    private static void holdsFor(GeneratedConfig.Sample sample) throws SyntaxException {
        Document before = Format.JSONC.read(sample.text());
        Plan plan = rewrite(Optional.empty()).plan(before);
        Document after = Format.JSONC.read(plan.after());

        onlyLaunchesChange(before, after, plan);
        everyLocalEntryIsWrapped(before, after);
        assertThat(rewrite(Optional.empty()).plan(after).edits())
                .as("second rewrite")
                .isEmpty();
        comesBack(before, after);
        showsNoSecret(sample, before, after, plan);
    }

    private static void onlyLaunchesChange(Document before, Document after, Plan plan) {
        List<Edit> edits = Edit.inOrder(plan.edits());
        assertThat(edits).allMatch(edit -> before.entries().stream().anyMatch(entry -> entry.owns(edit.span())));
        assertThat(after.entries())
                .extracting(Entry::path)
                .isEqualTo(before.entries().stream().map(Entry::path).toList());
        for (int i = 0; i < before.entries().size(); i++) {
            assertThat(others(after, after.entries().get(i)))
                    .isEqualTo(others(before, before.entries().get(i)));
        }
        assertThat(comments(after)).as("comments").isEqualTo(comments(before));
    }

    private static void everyLocalEntryIsWrapped(Document before, Document after) {
        for (Entry entry : before.entries()) {
            if (Launch.of(before, entry) instanceof Launch.Stdio original) {
                Launch.Stdio stub = (Launch.Stdio)
                        Launch.of(after, after.entry(entry.path()).orElseThrow());
                Stub.Wrap wrap = (Stub.Wrap) Stub.of(stub.site());
                assertThat(stub.site().argv().getFirst()).isEqualTo("lazymcp");
                assertThat(wrap.line().original()).isEqualTo(original.site().argv());
                assertThat(wrap.line().options())
                        .contains(WrapLine.Option.of("--name", entry.path().name()));
            }
        }
    }

    private static void comesBack(Document before, Document after) throws SyntaxException {
        Generation first = new Generation(before, after);
        assertThat(restore(List.of(first)).plan(after).after()).as("restore").isEqualTo(before.text());

        Document updated =
                Format.JSONC.read(rewrite(Optional.of("names")).plan(after).after());
        Generation second = new Generation(before, updated);
        assertThat(restore(List.of(second, first)).plan(updated).after())
                .as("restore of an update")
                .isEqualTo(before.text());

        Document rebuilt = Format.JSONC.read(restore(List.of()).plan(updated).after());
        for (Entry entry : before.entries()) {
            assertThat(argv(rebuilt, rebuilt.entry(entry.path()).orElseThrow()))
                    .as("restore without a backup")
                    .isEqualTo(argv(before, entry));
        }
        assertThat(comments(rebuilt)).isEqualTo(comments(before));
    }

    private static void showsNoSecret(GeneratedConfig.Sample sample, Document before, Document after, Plan plan) {
        String shownBefore = MaskedText.of(before);
        String shownAfter = MaskedText.of(after);
        String diff = UnifiedDiff.of("f", before.text(), plan.edits(), shownBefore, shownAfter);

        sample.secrets().forEach(secret -> {
            assertThat(sample.text()).contains(secret);
            assertThat(shownBefore).doesNotContain(secret);
            assertThat(diff).doesNotContain(secret);
        });
        assertThat(Patch.apply(shownBefore, diff)).isEqualTo(Patch.stripped(shownAfter));
    }

    private static List<String> others(Document document, Entry entry) {
        return entry.value().members().stream()
                .filter(member -> !LAUNCH.contains(member.name()))
                .map(member -> member.name() + "=" + member.value().span().in(document.text()))
                .toList();
    }

    private static List<String> argv(Document document, Entry entry) {
        return Launch.of(document, entry) instanceof Launch.Stdio stdio
                ? stdio.site().argv()
                : List.of();
    }

    private static List<String> comments(Document document) {
        return document.remarks().stream().map(span -> span.in(document.text())).toList();
    }

    private static RewritePlanner rewrite(Optional<String> expose) {
        return new RewritePlanner(new Selection.All(), "lazymcp", false, expose);
    }

    private static RestorePlanner restore(List<Generation> generations) {
        return new RestorePlanner(new Selection.All(), generations, Strays.REBUILD);
    }
}
