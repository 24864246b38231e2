package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Seeded input. A failing test prints {@link #toString}; {@code -Dseed=N} runs the same input again. */
final class Generated {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1.0",
        "1E400",
        "-1.5e-7",
        "9007199254740993",
        "0.1000000000000000055511151231257827",
        "123456789012345678901"
    };
    private static final String[] STRINGS = {
        "",
        "plain",
        "é",
        "日本語",
        "😀",
        "\\u0041",
        "\\ud800",
        "\\n\\t\\\"\\\\\\/",
        "a/b",
        "]},{[",
        "\\u0000",
        "\u007f",
        "x:\\\"y\\\"",
        "\u2028"
    };
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t", "\r\n  "};

    private final long seed;
    private final SplittableRandom random;

    Generated() {
        this(Long.getLong("seed", System.nanoTime()));
    }

    private Generated(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T oneOf(List<T> values) {
        return values.get(below(values.size()));
    }

    private String oneOf(String[] values) {
        return values[below(values.length)];
    }

    /** Any JSON value, with every spelling the grammar allows. */
    String json(int depth) {
        return switch (below(depth > 0 ? 7 : 4)) {
            case 0 -> oneOf(NUMBERS);
            case 1 -> '"' + oneOf(STRINGS) + '"';
            case 2 -> oneOf(new String[] {"true", "false", "null"});
            case 3 -> '"' + oneOf(STRINGS) + oneOf(STRINGS) + '"';
            case 4 -> array(elements(depth - 1));
            default -> object(depth - 1);
        };
    }

    /** Any JSON object, names repeated now and then. */
    String object(int depth) {
        StringBuilder members = new StringBuilder();
        for (int n = below(5); n > 0; n--) {
            members.append(members.isEmpty() ? "" : "," + space())
                    .append('"')
                    .append(name())
                    .append('"')
                    .append(space())
                    .append(':')
                    .append(space())
                    .append(json(depth))
                    .append(space());
        }
        return "{" + space() + members + "}";
    }

    List<String> elements(int depth) {
        List<String> elements = new ArrayList<>();
        for (int n = below(5); n > 0; n--) {
            elements.add(json(depth));
        }
        return elements;
    }

    String array(List<String> elements) {
        StringBuilder text = new StringBuilder("[").append(space());
        for (int i = 0; i < elements.size(); i++) {
            text.append(i == 0 ? "" : ",")
                    .append(space())
                    .append(elements.get(i))
                    .append(space());
        }
        return text.append(']').toString();
    }

    /** A healthy tool with members nobody knows. */
    Tool tool(String name) throws java.io.IOException {
        return Tool.parse(("{\"x\":" + json(3) + space() + ",\"name\":\"" + name + "\"," + space()
                        + "\"inputSchema\":{\"type\":\"object\",\"y\":" + json(3) + "},\"description\":\""
                        + oneOf(STRINGS) + "\"}")
                .getBytes(UTF_8));
    }

    /** Jackson refuses lone surrogates here, see RawArrayTest. */
    private String name() {
        String name = oneOf(STRINGS);
        return name.equals("\\ud800") ? "d800" : name;
    }

    private String space() {
        return oneOf(SPACES);
    }

    @Override
    public String toString() {
        return "generated with -Dseed=" + seed;
    }
}
