package dev.lazymcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.shim.Definition;
import dev.lazymcp.upstream.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MaskingTest {
    @Test
    void allThatTheEntrySetsIsHiddenWhateverItsName() {
        assertThat(mask(Map.of("HARMLESS", "value-of-it", "SHORT", "true"), Map.of(), "srv")
                        .of("value-of-it is true"))
                .isEqualTo("*** is true");
    }

    @Test
    void ofWhatWasInheritedOnlySecretsAre() {
        assertThat(mask(Map.of(), Map.of("GH_TOKEN", "token-value", "PWD", "/home/ann/project"), "srv")
                        .of("token-value in /home/ann/project"))
                .isEqualTo("*** in /home/ann/project");
    }

    @Test
    void aValueInsideAnotherLeavesNothingOfIt() {
        assertThat(mask(Map.of("A", "abcdef", "B", "abcdefghi"), Map.of(), "srv")
                        .of("abcdefghi abcdef"))
                .isEqualTo("*** ***");
    }

    @Test
    void credentialsAreHiddenWithTheirSchemeAndWithout() {
        Masking mask =
                mask(Map.of("LAZYMCP_HEADER_1", "Bearer first-one", "TITLE", "the local server"), Map.of(), "srv");

        assertThat(mask.of("no first-one for Bearer first-one on this server"))
                .isEqualTo("no *** for *** on this server");
    }

    @Test
    void secretWordsOfTheCommandLineAreHidden() {
        Masking mask = mask(Map.of(), Map.of(), "srv", "--api-key", "first-one", "--token=second-one", "plain-word");

        assertThat(mask.of("got first-one and second-one and plain-word")).isEqualTo("got *** and *** and plain-word");
    }

    @Test
    void addressesLoseTheirQuery() {
        assertThat(mask(Map.of(), Map.of(), "srv").of("GET https://ann:pw@h.example/x?key=1 failed"))
                .isEqualTo("GET https://***@h.example/x?*** failed");
    }

    @Test
    void aHeaderInTheCommandLineIsHiddenAlsoInTheLog() {
        WrapArguments arguments = WrapArguments.parse(new String[] {
                    "wrap",
                    "--url",
                    "https://h.example/mcp",
                    "--header",
                    "X-Plain=a-header-value",
                    "--header",
                    "A=env:TOKEN"
                })
                .orElseThrow();
        Map<String, String> environment = Map.of("TOKEN", "from-outside");
        Definition definition = new Definition(arguments.options(environment, "1"), environment, Path.of("/"));

        assertThat(Masking.known(definition, Map.of(), environment).masked("sent a-header-value, from-outside"))
                .isEqualTo("sent ***, ***");
    }

    private static Masking mask(Map<String, String> own, Map<String, String> inherited, String... argv) {
        WrapArguments arguments = new WrapArguments();
        arguments.name = "s";
        arguments.command = List.of(argv);
        return Masking.of(new ServerLaunch.Local(
                new Definition(arguments.options(inherited, "1"), inherited, Path.of("/")),
                new Command(List.of(argv), Optional.empty(), inherited),
                own));
    }
}
