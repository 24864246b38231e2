package dev.lazymcp.catalog;

import java.util.List;

/** What {@link ToolDoctor} found out about one tool. */
public sealed interface Diagnosis {

    /** No client known refuses it. */
    record Healthy() implements Diagnosis {}

    /**
     * It was refused by some client as it was, and is not any more.
     *
     * @param raw the tool object to show instead; outside the repaired places byte for byte the server's
     * @param findings what was repaired; never empty
     */
    @SuppressWarnings("ArrayRecordComponent") // an outcome to match on, never compared
    record Repaired(byte[] raw, List<Finding> findings) implements Diagnosis {}

    /**
     * It cannot be shown: what is wrong has no repair that leaves it the same tool.
     *
     * @param findings why; never empty
     */
    record LeftOut(List<Finding> findings) implements Diagnosis {}

    /**
     * One thing that is wrong with a tool.
     *
     * @param tool the tool's name, as far as it has one
     */
    record Finding(String tool, Problem problem) {
        @Override
        public String toString() {
            return (tool.isEmpty() ? "a tool without a name" : tool) + ": " + problem.text();
        }
    }

    /** What can be wrong with a tool, and what was done about it. */
    enum Problem {
        /** The element of {@code tools} is not a JSON object. */
        NOT_AN_OBJECT("not a JSON object; left out"),
        /** Empty, absent or not a string. */
        NAME_MISSING("has no name; left out"),
        /** MCP 2025-11-25, tool names: at most 128 characters, which model APIs enforce. */
        NAME_TOO_LONG("its name is longer than " + ToolDoctor.MAX_NAME + " characters; left out"),
        /** Clients print names to terminals. */
        NAME_CONTROL_CHARACTERS("its name has control characters; left out"),
        /** Terminal escapes and the like. */
        DESCRIPTION_CONTROL_CHARACTERS("its description has control characters; removed"),
        /** A null or a value of the wrong type in an optional member, on which SDK clients refuse the whole list. */
        MEMBER_TYPE("an optional member has a value of the wrong type; member removed"),
        /** There is no {@code inputSchema}, which MCP requires. */
        INPUT_SCHEMA_MISSING("has no inputSchema; takes any object now"),
        /** {@code inputSchema} is a boolean, null, … */
        INPUT_SCHEMA_NOT_AN_OBJECT("its inputSchema is not a JSON object; takes any object now"),
        /** The root lacks {@code "type":"object"}, which MCP requires. */
        INPUT_SCHEMA_TYPE("its inputSchema is not of type object; it is now"),
        /** Anthropic's and OpenAI's APIs refuse these at the root, and with them the whole request. */
        INPUT_SCHEMA_COMBINATOR("its inputSchema has anyOf, oneOf, allOf, not or enum at its root; removed"),
        /** {@code properties} is not an object of objects. */
        INPUT_SCHEMA_PROPERTIES("its inputSchema has properties that are not JSON objects; opened"),
        /** {@code required} is not an array of strings. */
        INPUT_SCHEMA_REQUIRED("its inputSchema has a required member that is not a list of names; removed"),
        /** MCP before 2026-07-28 requires {@code "type":"object"}; later a client loses a validation, no result. */
        OUTPUT_SCHEMA("its outputSchema does not describe an object; removed");

        private final String text;

        Problem(String text) {
            this.text = text;
        }

        /** What is wrong and what was done, to follow the tool's name and a colon. */
        public String text() {
            return text;
        }
    }
}
