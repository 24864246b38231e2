package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.RestorePlanner.Strays;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Format;
import dev.lazymcp.config.edit.SyntaxException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class PlannersTest {
    private static final Selection ALL = new Selection.All();

    @Test
    void everyEntryThatIsLeftSaysWhy() throws IOException, SyntaxException {
        Plan plan = rewrite(ALL).plan(RewriteGoldenTest.read("left.before.json"));

        assertThat(reasons(plan, Outcome.LEFT))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("off", "it is disabled"),
                        Map.entry("off-too", "it is disabled"),
                        Map.entry("eager", "it says autoConnect: true; name it to wrap it all the same"),
                        Map.entry(
                                "remote",
                                "it sends no credentials, so the client may have signed in by OAuth, and you would"
                                        + " have to once more (lazymcp login); name it to wrap it all the same"),
                        Map.entry(
                                "remote-by-url",
                                "it sends no credentials, so the client may have signed in by OAuth, and you would"
                                        + " have to once more (lazymcp login); name it to wrap it all the same"),
                        Map.entry("hub", "it is lazymcp itself"),
                        Map.entry("stub-of-url", "it is wrapped already"),
                        Map.entry("done", "it is wrapped already"),
                        Map.entry("no-command", "it has neither a command nor a URL"),
                        Map.entry("blank", "its command is empty"),
                        Map.entry("args-are-text", "its args are not a list of strings"),
                        Map.entry("args-hold-maps", "its args are not a list of strings")));
        assertThat(reasons(plan, Outcome.REJECTED))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "bad-required", "16:50: required must be true or false",
                        "bad-tools", "17:44: tools must be a list of names",
                        "bad-agents", "18:52: agents must be a list of names"));
        assertThat(plan.hasRejections()).isTrue();
    }

    @Test
    void withoutNamesOnlyThoseThatAreLazyAreWrapped() throws SyntaxException {
        Document file = json("{'servers': {'a': {'command': 'a', 'autoConnect': false}, 'b': {'command': 'b'},"
                + " 'c': {'command': 'c', 'autoConnect': true}, 'd': {'command': 'd', 'required': 1}}}");

        assertThat(changed(rewrite(new Selection.Lazy()).plan(file))).containsExactly("a");
        assertThat(rewrite(new Selection.Lazy()).plan(file).hasRejections()).isFalse();
    }

    @Test
    void aNameBeatsAutoConnectAndIsFoundInEveryScope() throws SyntaxException {
        Document file = json("{'mcpServers': {'a': {'command': 'a', 'autoConnect': true}, 'b': {'command': 'b'}},"
                + " 'projects': {'/p': {'mcpServers': {'a': {'command': 'p'}}}}}");

        Plan plan = rewrite(new Selection.Named(Set.of("a"))).plan(file);

        assertThat(changed(plan)).containsExactly("a", "a (/p)");
        assertThat(plan.entries()).hasSize(2);
    }

    @Test
    void aLimitThatTheStubWouldReadAsAnotherIsRejected() throws SyntaxException {
        for (String name : List.of("a,b", "", " a", "a ", ",")) {
            for (String member : List.of("agents", "tools")) {
                Document file = json("{'servers': {'s': {'command': 'x', '" + member + "': ['" + name + "']}}}");
                Plan plan = rewrite(ALL).plan(file);

                assertThat(reasons(plan, Outcome.REJECTED).get("s")).contains(member + ": a name cannot be empty");
                assertThat(plan.isEmpty()).isTrue();
            }
        }
    }

    @Test
    void theLastOfTwoEntriesIsTheOneThatIsEdited() throws SyntaxException {
        Document file = json("{'mcpServers': {'a': {'command': 'x'}, 'b': {'command': 'y'}, 'a': {'command': 'z'}}}");

        assertThat(rewrite(ALL).plan(file).after())
                .startsWith("{\"mcpServers\": {\"a\": {\"command\": \"x\"}, ")
                .endsWith("\"--\", \"z\"]}}}");
    }

    @Test
    void otherOptionsUpdateAStubInPlaceAndKeepWhatSomebodyAdded() throws SyntaxException {
        Document file =
                json("{'mcpServers': {'a': {'command': '/opt/lazymcp', 'args': ['wrap', '--name', 'a', '--idle',"
                        + " '5m', '--expose', 'full', '--', 'npx', 'x'], 'tools': ['t']}}}");

        Plan plan = rewrite(ALL).plan(file);

        assertThat(reasons(plan, Outcome.UPDATED)).containsEntry("a", "its options changed");
        assertThat(plan.after())
                .isEqualTo(json("{'mcpServers': {'a': {'command': '/opt/lazymcp', 'args': ['wrap', '--name', 'a',"
                                + " '--tools', 't', '--idle', '5m', '--expose', 'full', '--', 'npx', 'x'], 'tools': ['t']}}}")
                        .text());
    }

    @Test
    void anotherCommandIsWrittenIntoStubsOnlyWhenThePersonNamedIt() throws SyntaxException {
        Document file =
                json("{'mcpServers': {'a': {'command': 'lazymcp', 'args': ['wrap', '--name', 'a', '--', 'x']}}}");

        assertThat(new RewritePlanner(ALL, "/new/lazymcp", false, Optional.empty(), FileRules.NONE)
                        .plan(file)
                        .isEmpty())
                .isTrue();
        assertThat(new RewritePlanner(ALL, "/new/lazymcp", true, Optional.empty(), FileRules.NONE)
                        .plan(file)
                        .after())
                .contains("\"command\": \"/new/lazymcp\", \"args\": [\"wrap\", \"--name\", \"a\", \"--\", \"x\"]");
    }

    @Test
    void withoutABackupTheArgumentsGiveTheEntryBack() throws SyntaxException {
        Document file =
                json("{'mcpServers': {'a': {'command': '/x/my-lazy', 'args': ['wrap', '--name', '--', '--', 'npx',"
                        + " '-y', 'p'], 'env': {}}, 'b': {'command': 'lazymcp', 'args': ['wrap', '--', 'srv',]},"
                        + " 'c': {'command': ['lazymcp', 'wrap', '--name=c', '--', 'bun', 'x']}}}");

        Plan plan = new RestorePlanner(ALL, List.of(), Strays.REBUILD).plan(file);

        assertThat(plan.after())
                .isEqualTo(json("{'mcpServers': {'a': {'command': 'npx', 'args': ['-y', 'p'], 'env': {}},"
                                + " 'b': {'command': 'srv', 'args': []}, 'c': {'command': ['bun', 'x']}}}")
                        .text());
        assertThat(reasons(plan, Outcome.RESTORED)).containsValue("rebuilt from its arguments");
    }

    @Test
    void aBlockListThatIsLeftEmptyIsWrittenInBrackets() throws SyntaxException {
        Document file = Format.YAML.read("""
                mcpServers:
                - name: a
                  command: lazymcp
                  args: # by hand
                  # as the README says
                  - wrap
                  - '--' # that is it
                  - "srv" # the server
                  env: {}
                """);

        Plan plan = new RestorePlanner(ALL, List.of(), Strays.REBUILD).plan(file);

        assertThat(plan.after()).isEqualTo("""
                mcpServers:
                - name: a
                  command: "srv"
                  args: [] # by hand
                  # as the README says # the server
                  env: {}
                """);
    }

    @Test
    void aMemberOfYamlThatHasNoValueGetsItsColonToo() throws SyntaxException {
        Document file = Format.YAML.read("""
                extensions:
                  flow: {cmd: a, args, name: x}
                  marked: {? args, cmd: b}
                  bare: {args:, cmd: c}
                  block:
                    cmd: d
                    ? args # none: yet
                    name: y
                """);

        Plan plan = new RewritePlanner(ALL, "lazymcp", false, Optional.empty(), FileRules.NONE).plan(file);

        assertThat(plan.after()).isEqualTo("""
                extensions:
                  flow: {cmd: lazymcp, args: [wrap, --name, flow, "--", a], name: x}
                  marked: {? args: [wrap, --name, marked, "--", b], cmd: lazymcp}
                  bare: {args: [wrap, --name, bare, "--", c], cmd: lazymcp}
                  block:
                    cmd: lazymcp
                    ? args
                    : [wrap, --name, block, "--", d] # none: yet
                    name: y
                """);
        assertThat(Format.YAML.read(plan.after()).entries()).hasSize(4);
    }

    @Test
    void anEditedEntryKeepsItsEditsAndTheOthersGetTheirBytes() throws SyntaxException {
        Document original = json("{'mcpServers': {'a': {'command': 'x'}, 'b': {'command': 'y'  }}}");
        Document written = Format.JSONC.read(rewrite(ALL).plan(original).after());
        Document edited = Format.JSONC.read(written.text()
                .replace(
                        "{\"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"a\"",
                        "{\"timeout\": 5, \"command\": \"lazymcp\", \"args\": [\"wrap\", \"--name\", \"a\""));

        Plan plan = new RestorePlanner(ALL, List.of(new Generation(original, written)), Strays.REBUILD).plan(edited);

        assertThat(plan.after())
                .isEqualTo(
                        json("{'mcpServers': {'a': {'timeout': 5, 'command': 'x', 'args': []}, 'b': {'command': 'y'  }}}")
                                .text());
        assertThat(reasons(plan, Outcome.RESTORED))
                .containsEntry("a", "rebuilt from its arguments")
                .containsEntry("b", "");
    }

    @Test
    void restoreByNameLeavesTheOthersWrapped() throws SyntaxException {
        Document original = json("{'mcpServers': {'a': {'command': 'x'}, 'b': {'command': 'y'}}}");
        Document written = Format.JSONC.read(rewrite(ALL).plan(original).after());

        Plan plan = new RestorePlanner(
                        new Selection.Named(Set.of("a")), List.of(new Generation(original, written)), Strays.REBUILD)
                .plan(written);

        assertThat(plan.after()).contains("\"a\": {\"command\": \"x\"}").contains("\"--name\", \"b\"");
    }

    private static RewritePlanner rewrite(Selection selection) {
        return new RewritePlanner(selection, "lazymcp", false, Optional.empty(), FileRules.NONE);
    }

    private static Document json(String text) throws SyntaxException {
        return Format.JSONC.read(text.replace('\'', '"'));
    }

    private static List<String> changed(Plan plan) {
        return plan.entries().stream()
                .filter(EntryReport::changes)
                .map(entry -> entry.path().label())
                .toList();
    }

    private static Map<String, String> reasons(Plan plan, Outcome outcome) {
        return plan.entries().stream()
                .filter(entry -> entry.outcome() == outcome)
                .collect(Collectors.toMap(entry -> entry.path().name(), EntryReport::reason));
    }
}
