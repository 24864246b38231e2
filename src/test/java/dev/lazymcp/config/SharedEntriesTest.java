package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** YAML's anchors, aliases and merges: what one entry says may be what another means. */
final class SharedEntriesTest {
    private static final Selection ALL = new Selection.All();
    private static final String SHARED = """
            extensions:
              a:
                cmd: &bin npx
                args: &args
                  - -y
                  - a
              b:
                cmd: *bin
                args: *args # too
            """;
    private static final String WRAPPED = """
            extensions:
              a:
                cmd: &bin lazymcp
                args: &args
                  - wrap
                  - --name
                  - a
                  - "--"
                  - npx
                  - -y
                  - a
              b:
                cmd: lazymcp
                args: [wrap, --name, b, "--", npx, -y, a] # too
            """;

    @Test
    void entriesThatShareAreWrappedTogether() throws SyntaxException {
        assertThat(rewrite(ALL).plan(yaml(SHARED)).after()).isEqualTo(WRAPPED);
    }

    @Test
    void oneAloneIsRefusedIfTheOtherWouldChangeWithIt() throws SyntaxException {
        Plan giver = rewrite(new Selection.Named(Set.of("a"))).plan(yaml(SHARED));
        Plan taker = rewrite(new Selection.Named(Set.of("b"))).plan(yaml(SHARED));

        assertThat(giver.isEmpty()).isTrue();
        assertThat(reasons(giver, Outcome.REJECTED).get("a"))
                .startsWith("it shares &bin with another part of the file, which would change too");
        assertThat(taker.after()).contains("cmd: &bin npx\n", "args: [wrap, --name, b, \"--\", npx, -y, a] # too\n");
    }

    @Test
    void aRefusalCanMakeAnotherNecessary() throws SyntaxException {
        Plan plan = rewrite(ALL).plan(yaml("""
                extensions:
                  a: {cmd: a, args: &one [x]}
                  b: {cmd: b, args: &two [y], more: {cmd: b, args: *one}}
                  c: {cmd: &three c, args: *two}
                  d: {cmd: *three, enabled: false}
                """));

        assertThat(reasons(plan, Outcome.REJECTED)).containsOnlyKeys("a", "b", "c");
        assertThat(plan.isEmpty()).isTrue();
    }

    @Test
    void restoringOneOfThemWritesOutWhatItShared() throws SyntaxException {
        Generation generation = new Generation(yaml(SHARED), yaml(WRAPPED));
        Plan plan = new RestorePlanner(new Selection.Named(Set.of("b")), List.of(generation), Strays.REBUILD)
                .plan(yaml(WRAPPED));

        assertThat(plan.after())
                .isEqualTo(WRAPPED.replace(
                        "cmd: lazymcp\n    args: [wrap, --name, b, \"--\", npx, -y, a] # too",
                        "cmd: npx\n    args: [-y, a] # too"));
    }

    @Test
    void whatAMergeBringsIsReadAndNotChanged() throws SyntaxException {
        Document file = yaml("""
                base: &base {enabled: false, cmd: npx, envs: {K: v}, timeout: 3}
                extensions:
                  off: {<<: *base, cmd: x}
                  takes: {<<: *base, enabled: true}
                  owns: {<<: [*base, {enabled: false}], enabled: true, cmd: x}
                  all: *base
                """);

        Plan plan = rewrite(ALL).plan(file);

        assertThat(plan.after())
                .isEqualTo(file.text()
                        .replace(
                                "enabled: true, cmd: x}",
                                "enabled: true, cmd: lazymcp, args: [wrap, --name, owns, --env-keys, K, \"--\", x]}"));
        assertThat(reasons(plan, Outcome.LEFT))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "off", "it is disabled",
                        "all", "it is disabled",
                        "takes", "what it starts is written in a part that it shares with others (<<, *)"));
    }

    private static Document yaml(String text) throws SyntaxException {
        return Format.YAML.read(text);
    }

    private static RewritePlanner rewrite(Selection selection) {
        return new RewritePlanner(selection, "lazymcp", false, Optional.empty(), FileRules.NONE);
    }

    private static Map<String, String> reasons(Plan plan, Outcome outcome) {
        return plan.entries().stream()
                .filter(entry -> entry.outcome() == outcome)
                .collect(Collectors.toMap(entry -> entry.path().name(), EntryReport::reason));
    }
}
