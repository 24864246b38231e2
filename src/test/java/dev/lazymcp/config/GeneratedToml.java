package dev.lazymcp.config;

import dev.lazymcp.Gen;
import java.util.ArrayList;
import java.util.List;

/** A Codex config as somebody with odd habits might have written it. */
final class GeneratedToml {
    private static final String[] NAMES = {
        "a", "my-server", "\"b.c\"", "'c d'", "\"e\\u00e9#\"", "\"x = {\"", "_1", "\"😀\""
    };
    private static final String[] DECOYS = {
        "[tools%d.x]|command = \"decoy\"|args = [\"decoy\"]",
        "[[list%d]]|mcp_servers.a.command = \"decoy\"|[[list%d]]|x = [[1, 2], [\"#\"], {a = 1}]",
        "[text%d]|t = \"\"\"|[mcp_servers.fake]|command = \"no\" # \\\"\"\"\"|u = '''|'''",
        "[mcp_servers%d.a]|command = \"decoy\"",
        "[dates%d]|d = 1979-05-27 07:32:00 # when|f = inf"
    };

    private final Gen gen;
    private final String lineBreak;
    private final StringBuilder text = new StringBuilder();
    private int decoys;
    private final List<String> secrets = new ArrayList<>();

    private GeneratedToml(Gen gen) {
        this.gen = gen;
        this.lineBreak = gen.once(4) ? "\r\n" : "\n";
    }

    static GeneratedConfig.Sample from(Gen gen) {
        GeneratedToml config = new GeneratedToml(gen);
        config.text.append(gen.once(5) ? "\uFEFF" : "");
        config.file();
        String written = config.text.toString();
        boolean endless = gen.once(5) && written.endsWith(config.lineBreak);
        return new GeneratedConfig.Sample(
                endless ? written.substring(0, written.length() - config.lineBreak.length()) : written,
                config.secrets.stream().filter(written::contains).toList());
    }

    private void file() {
        line("model = " + secret());
        int style = gen.between(0, 3);
        switch (style) {
            case 0 -> dotted("mcp_servers" + blank() + "." + blank());
            case 1 -> line("mcp_servers = {" + inlineEntries() + "}" + remark());
            case 2 -> {
                decoys();
                line(gen.pick("[mcp_servers]", "[ \"mcp_servers\" ] # all", "['mcp_servers']"));
                dotted("");
                line("in_line-1 = " + inlineEntry());
            }
            default -> {}
        }
        decoys();
        if (style == 3) {
            for (int i = gen.between(1, 4); i > 0; i--) {
                table(name(i));
                decoys();
            }
        }
    }

    private void decoys() {
        noise();
        if (gen.once(2)) {
            decoys++;
            line(gen.pick(DECOYS).replace("|", lineBreak).replace("%d", "" + decoys));
        }
    }

    private void table(String name) {
        String indent = gen.pick("", "", "  ", "\t");
        if (gen.once(4)) {
            line("[mcp_servers." + name + ".env]" + remark());
            line("LATE = " + secret());
            noise();
        }
        line(indent + "[mcp_servers." + name + "]" + remark());
        boolean inlineEnv = gen.once(2);
        List<String> members = launch(true);
        members.add("note" + equals() + secret());
        if (inlineEnv) {
            members.add("oauth = { x = { mode = " + secret() + " } }");
        }
        for (String member : shuffled(members)) {
            noise();
            line(indent + member + remark());
        }
        if (!inlineEnv) {
            line("[mcp_servers." + name + ".headers]");
            line("X" + equals() + secret());
        }
    }

    private void dotted(String prefix) {
        List<String> lines = new ArrayList<>();
        for (int i = gen.between(1, 3); i > 0; i--) {
            String name = name(i);
            for (String member : launch(true)) {
                lines.add(prefix + name + blank() + "." + blank() + member);
            }
            lines.add(prefix + name + ".x.y = " + secret());
        }
        lines.add("other = " + secret());
        for (String line : shuffled(lines)) {
            noise();
            line(line + remark());
        }
    }

    private String inlineEntries() {
        List<String> entries = new ArrayList<>();
        for (int i = gen.between(1, 3); i > 0; i--) {
            entries.add(name(i) + equals() + inlineEntry());
        }
        return String.join(gen.pick(",", ", ", " , "), entries);
    }

    private String inlineEntry() {
        List<String> members = launch(false);
        members.add("e = {K" + equals() + secret() + "}");
        return "{" + blank() + String.join(gen.pick(",", ", "), shuffled(members)) + blank() + "}";
    }

    private List<String> launch(boolean free) {
        List<String> members = new ArrayList<>();
        switch (gen.between(0, 7)) {
            case 0 -> {
                members.add("url" + equals() + gen.pick("\"https://example.com/mcp\"", "'https://m.example/?token=x'"));
                if (gen.once(2)) {
                    members.add("bearer_token_env_var" + equals() + gen.pick("\"T\"", "'T'"));
                }
                if (gen.once(2)) {
                    members.add("env_http_headers" + equals() + "{ X-K" + equals() + "\"K\", 'X.L' = \"T\" }");
                }
            }
            case 1 -> members.add("command = " + executable());
            case 2 -> {
                members.add("command = " + executable());
                members.add("args = " + array(free));
                members.add("enabled = false");
            }
            default -> {
                members.add(gen.pick("command", "\"command\"", "'command'") + equals() + executable());
                members.add("args" + equals() + array(free));
            }
        }
        return members;
    }

    private String array(boolean free) {
        StringBuilder array = new StringBuilder("[");
        int length = gen.between(0, 4);
        boolean lines = free && gen.once(2);
        for (int i = 0; i < length; i++) {
            array.append(lines ? (gen.once(5) ? " # " + hidden() : "") + lineBreak + "    " : blank());
            array.append(gen.once(9) ? "8080" : word()).append(blank());
            array.append(i + 1 < length || gen.once(3) ? "," : "");
        }
        array.append(lines && gen.once(4) ? " # " + hidden() : "").append(lines ? lineBreak : blank());
        return array.append(']').toString();
    }

    private String executable() {
        return gen.pick("\"npx\"", "'C:\\a b\\x.exe'", "\"\\u006e\\\"\"", "\"\"\"npx\"\"\"", "'''uvx'''", "\"é\"");
    }

    private String word() {
        return gen.pick(
                "\"-y\"",
                "'--'",
                "\"\"",
                "''",
                "\"a,]#\"",
                "'\\n'",
                "\"\\\\\"",
                "\"\\\"\"",
                "\"\"\"two" + lineBreak + "lines \\" + lineBreak + "   and\"\"\"",
                "'''raw" + lineBreak + "'quoted''''",
                "\"\"\"a\"\"b\"\"\"\"\"",
                "\"名😀\"",
                "\"wrap\"");
    }

    private String secret() {
        return gen.pick("\"%s\"", "'%s'", "\"\"\"" + lineBreak + "%s\"\"\"", "'''%s" + lineBreak + "'''")
                .replace("%s", hidden());
    }

    private String hidden() {
        String secret = "s3cr3t" + gen.between(0, Integer.MAX_VALUE - 1);
        secrets.add(secret);
        return secret;
    }

    private void noise() {
        if (gen.once(4)) {
            line(gen.pick("", "", "  ", "# [mcp_servers.no] \" " + hidden(), "\t#" + hidden()));
        }
    }

    private String remark() {
        return gen.once(5) ? gen.pick("#", "  # ") + hidden() : gen.pick("", "", " ");
    }

    private String name(int suffix) {
        String name = gen.pick(NAMES);
        boolean quoted = name.endsWith("\"") || name.endsWith("'");
        return quoted
                ? name.substring(0, name.length() - 1) + suffix + name.substring(name.length() - 1)
                : name + suffix;
    }

    private String equals() {
        return gen.pick(" = ", "=", "= ", "  =\t");
    }

    private String blank() {
        return gen.pick("", "", " ", "\t");
    }

    private void line(String line) {
        text.append(line).append(lineBreak);
    }

    private List<String> shuffled(List<String> parts) {
        List<String> rest = new ArrayList<>(parts);
        List<String> result = new ArrayList<>();
        while (!rest.isEmpty()) {
            result.add(rest.remove(gen.between(0, rest.size() - 1)));
        }
        return result;
    }
}
