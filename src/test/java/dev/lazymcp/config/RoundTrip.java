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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What holds for a rewrite of any file and the way back. */
record RoundTrip(Format format) {
    private static final Set<String> LAUNCH = Set.of("command", "cmd", "args", "path");
    private static final Set<String> REMOTE = Set.of(
            "url",
            "uri",
            "httpUrl",
            "type",
            "headers",
            "http_headers",
            "env",
            "envs",
            "requestOptions",
            "env_vars",
            "bearer_token_env_var",
            "env_http_headers");

    void holdsFor(GeneratedConfig.Sample sample) throws SyntaxException {
        Document before = format.read(sample.text());
        Plan plan = rewrite(Optional.empty()).plan(before);
        Document after = format.read(plan.after());

        onlyLaunchesChange(before, after, plan);
        everyLocalEntryIsWrapped(before, after, plan);
        assertThat(rewrite(Optional.empty()).plan(after).edits())
                .as("second rewrite")
                .isEmpty();
        comesBack(before, after);
        showsNoSecret(sample, before, after, plan);
    }

    /** That {@code text}, whatever it is, is refused with a place or can be rewritten without harm. */
    void harmsNot(String text) {
        Document before;
        try {
            before = format.read(text);
        } catch (SyntaxException fault) {
            assertThat(fault.position().line())
                    .isBetween(1, 1 + (int) text.lines().count());
            return;
        }
        Plan plan = rewrite(Optional.empty()).plan(before);
        assertThatCode(() -> onlyLaunchesChange(before, format.read(plan.after()), plan))
                .as(text)
                .doesNotThrowAnyException();
    }

    private static void onlyLaunchesChange(Document before, Document after, Plan plan) {
        List<Edit> edits = Edit.inOrder(plan.edits());
        assertThat(edits).allMatch(edit -> before.entries().stream().anyMatch(entry -> entry.owns(edit.span())));
        assertThat(after.entries())
                .extracting(Entry::path)
                .isEqualTo(before.entries().stream().map(Entry::path).toList());
        for (int i = 0; i < before.entries().size(); i++) {
            Entry entry = before.entries().get(i);
            boolean remote = Launch.of(before, entry) instanceof Launch.Remote;
            assertThat(others(after, after.entries().get(i), remote)).isEqualTo(others(before, entry, remote));
        }
        assertThat(comments(after)).as("comments").isEqualTo(comments(before));
    }

    private static void everyLocalEntryIsWrapped(Document before, Document after, Plan plan) {
        for (EntryReport report : plan.entries()) {
            Entry entry = before.entry(report.path()).orElseThrow();
            if (Launch.of(before, entry) instanceof Launch.Remote(var site, String _)
                    && report.outcome() == EntryReport.Outcome.WRAPPED) {
                saysTheSame(before, entry, site.orElseThrow().address(), after);
            }
            if (Launch.of(before, entry) instanceof Launch.Stdio original && mustBeWrapped(before, report)) {
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

    private static void saysTheSame(Document before, Entry entry, String address, Document after) {
        Entry now = after.entry(entry.path()).orElseThrow();
        WrapLine line = Stub.find(after, now).orElseThrow().wrap().line();
        EntryFields was = new EntryFields(before, entry);
        EntryFields is = new EntryFields(after, now);
        boolean moved = line.urlVariable().isPresent();
        assertThat(moved ? Optional.ofNullable(is.environment().get("LAZYMCP_URL")) : line.url())
                .contains(address);
        List<String> headers = new ArrayList<>(was.headerNames());
        List<String> variables = new ArrayList<>(was.headers().values());
        variables.addAll(was.headerVariables().values());
        was.entry().value().text("bearer_token_env_var").ifPresent(token -> {
            headers.add("Authorization");
            variables.add(token);
        });
        assertThat(line.headerNames()).containsExactlyInAnyOrderElementsOf(headers);
        List<String> given = new ArrayList<>(is.environment().values());
        given.addAll(is.passedNames());
        assertThat(given).containsAll(variables);
        assertThat(Set.copyOf(given)).hasSize(Set.copyOf(variables).size() + (moved ? 1 : 0));
    }

    private static boolean mustBeWrapped(Document before, EntryReport report) {
        boolean shares = report.outcome() == EntryReport.Outcome.REJECTED
                && !before.anchors().isEmpty();
        return !shares && !report.reason().equals("it is disabled");
    }

    private void comesBack(Document before, Document after) throws SyntaxException {
        Generation first = new Generation(before, after);
        isBack(before, restore(List.of(first)).plan(after).after());

        Document updated = format.read(rewrite(Optional.of("names")).plan(after).after());
        Generation second = new Generation(before, updated);
        isBack(before, restore(List.of(second, first)).plan(updated).after());

        Document rebuilt = format.read(restore(List.of()).plan(updated).after());
        startsTheSame(before, rebuilt);
        assertThat(comments(rebuilt)).isEqualTo(comments(before));
    }

    // An alias that an entry had cannot come back with the entry's bytes; the file's own backup is what has it.
    private void isBack(Document before, String restored) throws SyntaxException {
        if (before.anchors().isEmpty()) {
            assertThat(restored).as("restore").isEqualTo(before.text());
        } else {
            startsTheSame(before, format.read(restored));
        }
    }

    private static void startsTheSame(Document before, Document restored) {
        for (Entry entry : before.entries()) {
            assertThat(argv(restored, restored.entry(entry.path()).orElseThrow()))
                    .as("what %s starts", entry.path())
                    .isEqualTo(argv(before, entry));
        }
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

    private static List<String> others(Document document, Entry entry, boolean remote) {
        return entry.value().members().stream()
                .filter(member -> !LAUNCH.contains(member.name()) && !(remote && REMOTE.contains(member.name())))
                .map(member -> member.name() + "=" + member.value().span().in(document.text()))
                .toList();
    }

    private static List<String> argv(Document document, Entry entry) {
        return switch (Launch.of(document, entry)) {
            case Launch.Stdio stdio -> stdio.site().argv();
            case Launch.Remote(var site, String _) ->
                List.of(
                        site.map(found -> found.urlKey() + found.address() + found.kind())
                                .orElse(""),
                        new EntryFields(document, entry).headers().toString()
                                + new EntryFields(document, entry).headerVariables(),
                        entry.value().text("bearer_token_env_var").orElse(""));
            case Launch.Unusable _ -> List.of();
        };
    }

    private static List<String> comments(Document document) {
        return document.remarks().stream().map(span -> span.in(document.text())).toList();
    }

    private static RewritePlanner rewrite(Optional<String> expose) {
        return new RewritePlanner(new Selection.All(), "lazymcp", false, expose, FileRules.NONE);
    }

    private static RestorePlanner restore(List<Generation> generations) {
        return new RestorePlanner(new Selection.All(), generations, Strays.REBUILD);
    }
}
