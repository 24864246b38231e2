package dev.lazymcp.config;

import dev.lazymcp.Gen;
import java.util.ArrayList;
import java.util.List;

/** A Goose or Continue config as somebody with odd habits might have written it. */
final class GeneratedYaml {
    private static final String[] NAMES = {"a", "my server", "'it''s '", "\"e\\u00e9#\"", "é", "😀", "yes", "\"x: y\""};

    private final Gen gen;
    private final boolean goose;
    private final boolean sharing;
    private final String lineBreak;
    private final StringBuilder text = new StringBuilder();
    private final List<String> secrets = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final List<String> lists = new ArrayList<>();

    private GeneratedYaml(Gen gen, boolean goose) {
        this.gen = gen;
        this.goose = goose;
        this.sharing = gen.once(4);
        this.lineBreak = gen.once(4) ? "\r\n" : "\n";
    }

    static GeneratedConfig.Sample from(Gen gen, boolean goose) {
        GeneratedYaml config = new GeneratedYaml(gen, goose);
        config.text.append(gen.once(5) ? "\uFEFF" : "");
        config.file();
        String written = config.text.toString();
        boolean endless = gen.once(4) && written.endsWith(config.lineBreak);
        String text = endless ? written.substring(0, written.length() - config.lineBreak.length()) : written;
        return new GeneratedConfig.Sample(
                text, config.secrets.stream().filter(text::contains).toList());
    }

    private void file() {
        if (gen.once(6)) {
            line("%YAML 1.2 # " + hidden());
            line("--- # " + hidden());
        }
        noise();
        line("first: " + secret("  "));
        if (sharing) {
            lists.add("shared");
            line("base: &shared [-y, \"p\"]");
        }
        line((goose ? "extensions" : "mcpServers") + ":" + gen.pick("", "   ", " # " + hidden()));
        String indent = gen.pick("  ", "    ", " ");
        String listIndent = gen.pick("", "  ");
        for (int i = gen.between(1, 4); i > 0; i--) {
            noise();
            if (goose) {
                named(indent, i);
            } else {
                listed(listIndent, i);
            }
        }
        line("last: {k: " + secret("") + ", l: [" + secret("") + "]}");
        if (gen.once(6)) {
            line("---");
            line("second: " + hidden());
        }
    }

    private void named(String indent, int number) {
        String name = name(number);
        if (gen.once(4)) {
            line(indent + name + ": " + flowEntry(List.of()) + remark());
            return;
        }
        line(indent + name + ":" + remark());
        String deeper = indent + gen.pick("  ", "    ");
        for (List<String> member : shuffled(members(deeper, List.of()))) {
            noise();
            member.forEach(this::line);
        }
    }

    private void listed(String indent, int number) {
        List<String> named = List.of("name: " + name(number));
        if (gen.once(4)) {
            line(indent + "- " + flowEntry(named) + remark());
            return;
        }
        String gap = gen.pick(" ", "   ");
        boolean dashAlone = gen.once(4);
        if (dashAlone) {
            line(indent + "-" + remark());
        }
        boolean first = !dashAlone;
        for (List<String> member : shuffled(members(indent + " " + gap, named))) {
            if (first) {
                line(indent + "-" + gap + member.getFirst().strip());
                member.subList(1, member.size()).forEach(this::line);
            } else {
                noise();
                member.forEach(this::line);
            }
            first = false;
        }
    }

    // Each member as its lines.
    private List<List<String>> members(String indent, List<String> more) {
        List<List<String>> members = new ArrayList<>();
        more.forEach(member -> members.add(List.of(indent + member)));
        members.add(List.of(indent + "note: " + remarked(secret(indent + "  "))));
        members.add(List.of(indent + (goose ? "envs:" : "env:"), indent + "  K: " + secret(indent + "    ")));
        String command = goose ? "cmd" : "command";
        switch (gen.between(0, 7)) {
            case 0 -> members.add(List.of(indent + (goose ? "uri" : "url") + ": https://example.com/mcp"));
            case 1 -> members.add(List.of(indent + command + ": " + remarked(executable(indent))));
            case 2 -> {
                members.add(List.of(indent + command + ": " + executable(indent)));
                members.add(List.of(indent + "args:" + gen.pick("", " null", " ~", " []") + remark()));
            }
            case 3 -> {
                members.add(List.of(indent + command + ": " + executable(indent)));
                members.add(args(indent));
                members.add(List.of(indent + "enabled: " + gen.pick("false", "False")));
            }
            default -> {
                members.add(List.of(indent + command + gen.pick(": ", ":  ", " : ") + remarked(executable(indent))));
                members.add(args(indent));
            }
        }
        return members;
    }

    private List<String> args(String indent) {
        if (sharing && !lists.isEmpty() && gen.once(2)) {
            return List.of(indent + "args: *" + lists.get(gen.between(0, lists.size() - 1)) + remark());
        }
        String anchor = "";
        if (sharing) {
            lists.add("l" + lists.size());
            anchor = " &" + lists.getLast();
        }
        int length = gen.between(1, 4);
        if (gen.once(3)) {
            return List.of(indent + "args:" + anchor + " "
                    + flowList(length, gen.once(2) ? lineBreak + indent + "  " : "") + remark());
        }
        List<String> lines = new ArrayList<>();
        lines.add(indent + "args:" + anchor + remark());
        String dash = indent + gen.pick("", "  ");
        for (int i = 0; i < length; i++) {
            if (gen.once(8)) {
                lines.add(dash + "# - " + hidden());
            }
            lines.add(dash + "-" + gen.pick(" ", "   ") + remarked(gen.once(9) ? "8080" : word(dash)));
        }
        return lines;
    }

    private String flowEntry(List<String> more) {
        List<String> members = new ArrayList<>(more);
        members.add("note: " + secret(""));
        String command = goose ? "cmd" : "command";
        members.add(gen.pick(command, '"' + command + '"') + ": " + gen.pick("npx", "'u v'", "\"\\u006e\""));
        if (!gen.once(3)) {
            members.add("args: " + flowList(gen.between(0, 3), ""));
        }
        List<String> order = new ArrayList<>();
        shuffled(members.stream().map(List::of).toList()).forEach(order::addAll);
        return "{" + blank() + String.join("," + gen.pick(" ", "  "), order) + blank() + "}";
    }

    private String flowList(int length, String between) {
        StringBuilder list = new StringBuilder("[");
        for (int i = 0; i < length; i++) {
            list.append(between.isEmpty() ? blank() : between);
            list.append(gen.pick("-y", "'--'", "\"a,]#\"", "a#b", "''", "\"名😀\"", "8080", "x:y"));
            list.append(i + 1 < length ? "," : "");
        }
        return list.append(between.isEmpty() ? blank() : between).append(']').toString();
    }

    private String executable(String indent) {
        if (sharing && !commands.isEmpty() && gen.once(2)) {
            return "*" + commands.get(gen.between(0, commands.size() - 1));
        }
        String value = gen.pick(
                "npx",
                "/opt/a b, [c]/x",
                "'it''s'",
                "\"C:\\\\x\\\"\"",
                "C:\\Users\\x.exe",
                "é",
                "!!str uvx",
                "|-" + lineBreak + indent + "  uvx",
                ">-" + lineBreak + indent + "   a" + lineBreak + indent + "   b");
        if (sharing && gen.once(2)) {
            commands.add("c" + commands.size());
            return "&" + commands.getLast() + " " + value;
        }
        return value;
    }

    private String word(String dash) {
        return gen.pick(
                "-y",
                "\"--\"",
                "''",
                "'~'",
                "a b # " + hidden(),
                "\"two \\" + lineBreak + dash + "    words\"",
                "\"\\ud83d\\ude00\\t\"",
                "名, [x]",
                "|" + lineBreak + dash + "  line" + lineBreak + lineBreak + dash + "   more",
                "plain" + lineBreak + dash + "  over lines",
                "wrap",
                "https://example.com/a#b",
                "\"{}\"");
    }

    private String secret(String indent) {
        String hidden = hidden();
        if (indent.isEmpty()) {
            return gen.pick(hidden, "'" + hidden + "'", '"' + hidden + '"');
        }
        return switch (gen.between(0, 4)) {
            case 0 -> "'" + hidden + "'";
            case 1 -> "\"" + hidden + "\"";
            case 2 -> "|" + lineBreak + indent + hidden + lineBreak + indent + " x" + hidden;
            case 3 -> "!!str " + hidden;
            default -> hidden;
        };
    }

    private String hidden() {
        String secret = "s3cr3t" + gen.between(0, Integer.MAX_VALUE - 1);
        secrets.add(secret);
        return secret;
    }

    private void noise() {
        if (gen.once(4)) {
            line(gen.pick("", "  ", "# - x: \" " + hidden(), " # " + hidden()));
        }
    }

    private String remark() {
        return gen.once(6) ? gen.pick(" # ", "   #") + hidden() : gen.pick("", "", " ");
    }

    // In a text of many lines a remark would be part of it.
    private String remarked(String value) {
        return value.contains(lineBreak) ? value : value + remark();
    }

    private String name(int number) {
        String name = gen.pick(NAMES);
        boolean quoted = name.endsWith("\"") || name.endsWith("'");
        return quoted
                ? name.substring(0, name.length() - 1) + number + name.substring(name.length() - 1)
                : name + number;
    }

    private String blank() {
        return gen.pick("", " ", "  ");
    }

    private void line(String line) {
        text.append(line).append(lineBreak);
    }

    private List<List<String>> shuffled(List<List<String>> parts) {
        List<List<String>> rest = new ArrayList<>(parts);
        List<List<String>> result = new ArrayList<>();
        while (!rest.isEmpty()) {
            result.add(rest.remove(gen.between(0, rest.size() - 1)));
        }
        return result;
    }
}
