package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.catalog.CatalogDiff.Change;
import dev.lazymcp.catalog.CatalogDiff.Part;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogDiffTest {
    @Test
    void theSameToolsInAnotherOrderAreNoChange() throws IOException {
        CatalogDiff diff = CatalogDiff.between(tools("a", "b"), tools("b", "a"));
        assertThat(diff.isEmpty()).isTrue();
        assertThat(diff).isEqualTo(new CatalogDiff(List.of(), List.of(), List.of()));
    }

    @Test
    void newAndMissingNamesAreTold() throws IOException {
        CatalogDiff diff = CatalogDiff.between(tools("a", "b", "c"), tools("x", "b", "y"));
        assertThat(diff).isEqualTo(new CatalogDiff(List.of("x", "y"), List.of("a", "c"), List.of()));
        assertThat(diff.isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"description\":\"x\"                       | \"description\":\"y\"                          | DESCRIPTION",
                "\"description\":\"x\"                       | \"n\":0                                        | DESCRIPTION OTHER",
                "\"n\":0                                     | \"n\":0,\"description\":\"x\"                  | DESCRIPTION",
                "\"description\":\"x\"                       | \"description\":\"y\",\"description\":\"x\"    | DESCRIPTION",
                "\"description\":\"A\"                       | \"description\":\"\\u0041\"                    | DESCRIPTION",
                "\"inputSchema\":{\"a\":1}                   | \"inputSchema\":{\"a\":1.0}                    | INPUT_SCHEMA",
                "\"inputSchema\":{},\"description\":\"\"     | \"inputSchema\":{\"a\":0},\"description\":\".\"| DESCRIPTION INPUT_SCHEMA",
                "\"outputSchema\":{}                         | \"outputSchema\":{\"a\":0}                     | OUTPUT_SCHEMA",
                "\"annotations\":{\"readOnlyHint\":true}     | \"annotations\":{\"readOnlyHint\":false}       | ANNOTATIONS",
                "\"x\":{\"description\":1}                   | \"x\":{\"description\":2}                      | OTHER",
                "\"x\":1                                     | \"y\":1                                        | OTHER",
                "\"x\":1                                     | \"x\": 1                                       | OTHER",
                "\"x\":1,\"description\":\"d\"               | \"description\":\"d\",\"x\":1                  | OTHER",
            })
    void aChangedDefinitionIsToldWithWhatChanged(String before, String now, String parts) throws IOException {
        assertThat(CatalogDiff.between(List.of(tool("a", before)), List.of(tool("a", now))))
                .isEqualTo(new CatalogDiff(List.of(), List.of(), List.of(new Change("a", parts(parts)))));
    }

    /** Clients differ in which of two tools of one name they take: a change of either counts. */
    @Test
    void aNameListedTwiceIsComparedTwice() throws IOException {
        List<Tool> before = List.of(tool("a", "\"description\":\"1\""), tool("a", "\"description\":\"2\""));
        List<Tool> now = List.of(tool("a", "\"description\":\"1\""), tool("a", "\"description\":\"3\""));
        assertThat(CatalogDiff.between(before, now).changed()).containsExactly(new Change("a", parts("DESCRIPTION")));
        assertThat(CatalogDiff.between(before, before.subList(0, 1)).removed()).containsExactly("a");
        assertThat(CatalogDiff.between(before.subList(0, 1), before).added()).containsExactly("a");
    }

    private static List<Tool> tools(String... names) throws IOException {
        List<Tool> tools = new java.util.ArrayList<>();
        for (String name : names) {
            tools.add(tool(name, "\"description\":\"" + name + "\""));
        }
        return tools;
    }

    private static Tool tool(String name, String members) throws IOException {
        return Tool.parse(("{\"name\":\"" + name + "\"," + members + "}").getBytes(UTF_8));
    }

    private static Set<Part> parts(String names) {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        for (String name : names.split(" ", -1)) {
            parts.add(Part.valueOf(name));
        }
        return parts;
    }
}
