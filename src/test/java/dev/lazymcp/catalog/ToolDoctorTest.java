package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.catalog.Diagnosis.Finding;
import dev.lazymcp.catalog.Diagnosis.Healthy;
import dev.lazymcp.catalog.Diagnosis.LeftOut;
import dev.lazymcp.catalog.Diagnosis.Problem;
import dev.lazymcp.catalog.Diagnosis.Repaired;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolDoctorTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}",
                "{ \"inputSchema\" : { \"properties\" : {} , \"type\" : \"\\u006fbject\" } , \"name\" : \"a\" }",
                "{\"name\":\"weird name/x.é\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"anyOf\":[{},true]}}}}",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"$ref\":\"#/x\",\"if\":{},\"then\":{},\"additionalProperties\":false}}",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\",\"anyOf\":[{}]}}",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},\"description\":\"tab\\t line\\r\\n end \\u2028 \\u200d\",\"title\":\"\"}",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[],\"execution\":{},\"_meta\":{},\"annotations\":{\"readOnlyHint\":true},\"unknown\":null}",
            })
    void aToolThatEveryClientTakesIsHealthy(String raw) {
        assertThat(ToolDoctor.examine(raw.getBytes(UTF_8))).isEqualTo(new Healthy());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // inputSchema absent or no object
                "{\"name\":\"a\"}                                    | {\"inputSchema\":{\"type\":\"object\"},\"name\":\"a\"}       | INPUT_SCHEMA_MISSING",
                "{ \"name\":\"a\" }                                  | {\"inputSchema\":{\"type\":\"object\"}, \"name\":\"a\" }     | INPUT_SCHEMA_MISSING",
                "{\"name\":\"a\",\"inputSchema\": null }             | {\"name\":\"a\",\"inputSchema\": {\"type\":\"object\"} }    | INPUT_SCHEMA_NOT_AN_OBJECT",
                "{\"name\":\"a\",\"inputSchema\":[1,{}]}             | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}      | INPUT_SCHEMA_NOT_AN_OBJECT",
                "{\"name\":\"a\",\"inputSchema\":true}               | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}      | INPUT_SCHEMA_NOT_AN_OBJECT",
                "{\"name\":\"a\",\"inputSchema\":\"x\"}              | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}      | INPUT_SCHEMA_NOT_AN_OBJECT",
                // type
                "{\"name\":\"a\",\"inputSchema\":{}}                 | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}      | INPUT_SCHEMA_TYPE",
                "{\"name\":\"a\",\"inputSchema\":{ \"x\" : 1.0 }}    | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\", \"x\" : 1.0 }} | INPUT_SCHEMA_TYPE",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"array\",\"x\":1}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"x\":1}} | INPUT_SCHEMA_TYPE",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":[\"object\",\"null\"]}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_TYPE",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"type\":null}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"type\":\"object\"}} | INPUT_SCHEMA_TYPE",
                // combinators
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"anyOf\":[{},{}],\"x\":1}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"x\":1}} | INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{\"oneOf\":[],\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\" , \"allOf\":[] }} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\" }} | INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"not\":{},\"enum\":[{}],\"x\":1}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"x\":1}} | INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{\"not\":{},\"enum\":[{}],\"x\":1,\"anyOf\":[],\"type\":\"object\",\"allOf\":0}} | {\"name\":\"a\",\"inputSchema\":{\"x\":1,\"type\":\"object\"}} | INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"unevaluatedProperties\":false,\"allOf\":[{}]}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{ \"anyOf\":[ ] }}  | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"  }} | INPUT_SCHEMA_TYPE INPUT_SCHEMA_COMBINATOR",
                "{\"name\":\"a\",\"inputSchema\":{\"anyOf\":[],\"oneOf\":[]}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_TYPE INPUT_SCHEMA_COMBINATOR",
                // properties and required
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":null}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_PROPERTIES",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p\":true,\"q\": false ,\"r\":null,\"s\":{}}}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p\":{},\"q\": {\"not\":{}} ,\"r\":{},\"s\":{}}}} | INPUT_SCHEMA_PROPERTIES",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"required\":null}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_REQUIRED",
                "{\"name\":\"a\",\"inputSchema\":{\"required\":[\"a\",1],\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | INPUT_SCHEMA_REQUIRED",
                // outputSchema
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"array\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | OUTPUT_SCHEMA",
                "{\"outputSchema\":null , \"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | OUTPUT_SCHEMA",
                "{\"name\":\"a\",\"outputSchema\":{\"anyOf\":[{\"type\":\"object\"}]},\"inputSchema\":{\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | OUTPUT_SCHEMA",
                "{\"name\":\"a\",\"outputSchema\":{\"type\":\"object\",\"required\":{}},\"inputSchema\":{\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | OUTPUT_SCHEMA",
                // optional members
                "{\"name\":\"a\",\"description\":null,\"title\":1,\"inputSchema\":{\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | MEMBER_TYPE",
                "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"},\"icons\":{},\"_meta\":[],\"execution\":0} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | MEMBER_TYPE",
                "{\"annotations\":{\"title\":null,\"readOnlyHint\":true},\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | {\"annotations\":{\"readOnlyHint\":true},\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | MEMBER_TYPE",
                "{\"annotations\":null,\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | {\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}} | MEMBER_TYPE",
                // description
                "{\"name\":\"a\",\"description\":\"x\\u001b[2Jé\\n\\\"\\u0000\\u009b\",\"inputSchema\":{\"type\":\"object\"}} | {\"name\":\"a\",\"description\":\"x[2Jé\\n\\\"\",\"inputSchema\":{\"type\":\"object\"}} | DESCRIPTION_CONTROL_CHARACTERS",
                // all at once
                "{\"outputSchema\":1,\"description\":null,\"name\":\"a\",\"title\":\"t\",\"inputSchema\":{\"anyOf\":[],\"properties\":{\"p\":true}},\"icons\":0} | {\"name\":\"a\",\"title\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p\":{}}}} | OUTPUT_SCHEMA MEMBER_TYPE INPUT_SCHEMA_TYPE INPUT_SCHEMA_COMBINATOR INPUT_SCHEMA_PROPERTIES",
            })
    void whatAClientRefusesIsRepairedAndNothingElse(String raw, String repaired, String problems) {
        assertThat(ToolDoctor.examine(raw.getBytes(UTF_8))).isInstanceOfSatisfying(Repaired.class, diagnosis -> {
            assertThat(new String(diagnosis.raw(), UTF_8)).isEqualTo(repaired);
            assertThat(diagnosis.findings()).isEqualTo(findings("a", problems));
            assertThat(ToolDoctor.examine(diagnosis.raw())).isEqualTo(new Healthy());
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"inputSchema\":{\"type\":\"object\"}}                          | ``      | NAME_MISSING",
                "{\"name\":\"\",\"inputSchema\":{\"type\":\"object\"}}            | ``      | NAME_MISSING",
                "{\"name\":7,\"inputSchema\":{\"type\":\"object\"}}               | ``      | NAME_MISSING",
                "{\"name\":\"ok\",\"name\":null,\"inputSchema\":{}}               | ``      | NAME_MISSING",
                "{\"name\":\"a\\n\",\"inputSchema\":{\"type\":\"object\"}}        | `a\n`   | NAME_CONTROL_CHARACTERS",
                "{\"name\":\"a\\u001b\",\"inputSchema\":{\"type\":\"object\"}}    | `a\u001b` | NAME_CONTROL_CHARACTERS",
                "[]                                                              | ``      | NOT_AN_OBJECT",
                "{\"name\":\"a\"                                                 | ``      | NOT_AN_OBJECT",
                "`null`                                                          | ``      | NOT_AN_OBJECT",
            })
    void aToolThatCannotBeCalledByItsNameIsLeftOut(String raw, String name, String problems) {
        assertThat(ToolDoctor.examine(raw.getBytes(UTF_8))).isEqualTo(new LeftOut(findings(name, problems)));
    }

    @Test
    void aNameMayHave128Characters() {
        String name = "n".repeat(128);
        assertThat(ToolDoctor.examine(tool(name))).isEqualTo(new Healthy());
        assertThat(ToolDoctor.examine(tool(name + "n")))
                .isEqualTo(new LeftOut(List.of(new Finding(name + "n", Problem.NAME_TOO_LONG))));
    }

    /** Whatever surrounds it, a repair leaves a tool that needs none, and a healthy tool is left alone. */
    @Test
    void aRepairedToolIsHealthy() throws IOException {
        Generated generated = new Generated();
        List<String> names =
                List.of("type", "anyOf", "allOf", "properties", "required", "unevaluatedProperties", "x", "\\u0074ype");
        int repairs = 0;
        for (int i = 0; i < 3000; i++) {
            String schema = object(generated, names);
            String raw = "{\"a\":1,\"inputSchema\":" + schema + ",\"outputSchema\" : " + object(generated, names)
                    + " ,\"name\":\"t\",\"annotations\":" + generated.object(1) + ",\"z\":0}";
            switch (ToolDoctor.examine(raw.getBytes(UTF_8))) {
                case Healthy healthy -> assertThat(schema).as("%s", generated).contains("\"object\"");
                case LeftOut(List<Finding> findings) -> throw new AssertionError(generated + ", " + raw + findings);
                case Repaired(byte[] repaired, List<Finding> findings) -> {
                    repairs++;
                    assertThat(findings)
                            .as("%s, %s", generated, raw)
                            .isNotEmpty()
                            .doesNotHaveDuplicates();
                    assertThat(ToolDoctor.examine(repaired))
                            .as("%s, %s", generated, raw)
                            .isEqualTo(new Healthy());
                    assertThat(Tool.parse(repaired).name()).isEqualTo("t");
                    assertThat(new String(repaired, UTF_8))
                            .as("%s", generated)
                            .startsWith("{\"a\":1,\"inputSchema\":{")
                            .endsWith(",\"z\":0}");
                }
            }
        }
        assertThat(repairs).isGreaterThan(2000);
    }

    @Test
    void findingsReadAsSentences() {
        assertThat(new Finding("search", Problem.INPUT_SCHEMA_MISSING))
                .hasToString("search: has no inputSchema; takes any object now");
        assertThat(new Finding("", Problem.NAME_MISSING)).hasToString("a tool without a name: has no name; left out");
    }

    private static String object(Generated generated, List<String> names) {
        StringBuilder members = new StringBuilder();
        for (int n = generated.below(6); n > 0; n--) {
            String value = generated.below(3) == 0 ? "\"object\"" : generated.json(2);
            members.append(members.isEmpty() ? "" : " ,")
                    .append('"')
                    .append(generated.oneOf(names))
                    .append("\": ")
                    .append(value);
        }
        return "{ " + members + " }";
    }

    private static byte[] tool(String name) {
        return ("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}").getBytes(UTF_8);
    }

    private static List<Finding> findings(String tool, String problems) {
        List<Finding> findings = new java.util.ArrayList<>();
        for (String problem : problems.split(" ", -1)) {
            findings.add(new Finding(tool, Problem.valueOf(problem)));
        }
        return findings;
    }
}
