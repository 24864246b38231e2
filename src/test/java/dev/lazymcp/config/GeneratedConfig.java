package dev.lazymcp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A config file as somebody with odd habits might have written it: random members, layout, comments, line ends. */
final class GeneratedConfig {
    private static final List<String> BLANKS = List.of("", "", " ", "  ", "\t", "\n", "\n    ", "\r\n  ");
    private static final List<String> WORDS = List.of(
            "npx",
            "-y",
            "--",
            "a b",
            "",
            "C:\\\\x",
            "\\u0061",
            "\\\"q\\\"",
            "é名",
            "\\ud83d\\ude00",
            "--name",
            "wrap",
            "*",
            "[");

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    private final List<String> secrets = new ArrayList<>();
    private final boolean comments;

    private GeneratedConfig(SplittableRandom random) {
        this.random = random;
        this.comments = random.nextInt(3) > 0;
    }

    /**
     * A file.
     *
     * @param text what it holds
     * @param secrets words that stand where secrets stand
     */
    record Sample(String text, List<String> secrets) {}

    static Sample from(SplittableRandom random) {
        GeneratedConfig config = new GeneratedConfig(random);
        if (random.nextInt(5) == 0) {
            config.text.append('\uFEFF');
        }
        config.gap();
        config.root();
        config.gap();
        return new Sample(config.text.toString(), List.copyOf(config.secrets));
    }

    private void root() {
        List<Runnable> members = new ArrayList<>();
        String section = pick(List.of("mcpServers", "servers", "context_servers", "mcp", "mcpS\\u0065rvers"));
        members.add(() -> member(section, this::servers));
        members.add(() -> member("other", this::anything));
        members.add(() -> member("apiKey", this::secret));
        if (random.nextBoolean()) {
            members.add(() -> member(
                    "projects",
                    () -> map(List.of(() ->
                            member("/p", () -> map(List.of(() -> member("mcpServers", this::servers))))))));
        }
        map(shuffled(members));
    }

    private void servers() {
        List<Runnable> entries = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String name = pick(List.of("a", "b", "-dash", "--", "", "a\\\"b", "x/y z", "\\u00e9", "_off", "//"))
                    + (i > 0 ? i : "");
            entries.add(() -> member(name, random.nextInt(8) == 0 ? this::anything : this::entry));
        }
        map(entries);
    }

    private void entry() {
        if (random.nextInt(6) == 0) {
            map(shuffled(remote()));
            return;
        }
        List<Runnable> members = new ArrayList<>();
        switch (random.nextInt(6)) {
            case 0 -> members.add(() -> member("command", () -> list(1)));
            case 1 ->
                members.add(() -> member("command", () -> {
                    List<Runnable> nested = new ArrayList<>();
                    nested.add(() -> member("path", this::executable));
                    nested.add(() -> member("args", () -> list(0)));
                    nested.add(() -> member("env", this::variables));
                    map(shuffled(nested));
                }));
            case 2 -> members.add(() -> member("command", this::executable));
            case 3 -> {
                members.add(() -> member("\\u0063ommand", this::executable));
                members.add(() -> member("args", () -> text.append("null")));
            }
            default -> {
                members.add(() -> member("command", this::executable));
                members.add(() -> member("args", () -> list(0)));
            }
        }
        members.add(() -> member("env", this::variables));
        members.add(() -> member("x", this::anything));
        if (random.nextInt(4) == 0) {
            members.add(() -> member("tools", () -> text.append("[\"t\",\"u\"]")));
        }
        map(shuffled(members));
    }

    private List<Runnable> remote() {
        List<Runnable> members = new ArrayList<>();
        members.add(() -> member(
                pick(List.of("url", "\\u0075rl", "httpUrl")),
                () -> text.append(pick(List.of(
                        "\"https://m.example/é\"",
                        "\"https://${H:-m.example}/\\u0061\"",
                        "\"https://m.example/{x}\"")))));
        members.add(() -> member("x", this::anything));
        if (random.nextBoolean()) {
            members.add(() -> member(
                    "type",
                    () -> text.append('"')
                            .append(pick(List.of("http", "sse", "streamableHttp", "ws")))
                            .append('"')));
        }
        switch (random.nextInt(5)) {
            case 0 -> {}
            case 1 ->
                members.add(() ->
                        member("requestOptions", () -> map(List.of(() -> member("headers", this::variables)))));
            default -> members.add(() -> member(pick(List.of("headers", "http_headers")), this::variables));
        }
        return members;
    }

    private void variables() {
        map(List.of(() -> member("A_TOKEN", this::secret), () -> member("B", this::secret)));
    }

    private void anything() {
        switch (random.nextInt(6)) {
            case 0 -> secret();
            case 1 -> text.append(random.nextBoolean() ? "true" : "null");
            case 2 -> text.append("-1.5E+3");
            case 3 ->
                map(List.of(
                        () -> member("deep", () -> map(List.of(() -> member("command", this::secret)))),
                        () -> member("k", this::anything)));
            case 4 -> text.append("[]");
            default -> list(0);
        }
    }

    private void list(int least) {
        List<Runnable> items = new ArrayList<>();
        for (int i = random.nextInt(least, 5); i > 0; i--) {
            items.add(random.nextInt(9) == 0 && !items.isEmpty() ? () -> text.append("8080") : this::word);
        }
        sequence('[', items, ']');
    }

    private void executable() {
        text.append('"')
                .append(pick(List.of("npx", "C:\\\\a b\\\\x.exe", "\\u006epx", "é")))
                .append('"');
    }

    private void word() {
        text.append('"').append(pick(WORDS)).append('"');
    }

    private void secret() {
        String secret = "s3cr3t" + Math.abs(random.nextInt());
        secrets.add(secret);
        text.append('"').append(secret).append('"');
    }

    private void member(String name, Runnable value) {
        text.append('"').append(name).append('"');
        gap();
        text.append(':');
        gap();
        value.run();
    }

    private void map(List<Runnable> members) {
        sequence('{', members, '}');
    }

    private void sequence(char open, List<Runnable> parts, char close) {
        text.append(open);
        for (int i = 0; i < parts.size(); i++) {
            gap();
            parts.get(i).run();
            gap();
            if (i + 1 < parts.size() || (comments && random.nextInt(4) == 0)) {
                text.append(',');
            }
        }
        gap();
        text.append(close);
    }

    private void gap() {
        text.append(pick(BLANKS));
        if (comments && random.nextInt(12) == 0) {
            String remark = "s3cr3t" + Math.abs(random.nextInt());
            secrets.add(remark);
            text.append(random.nextBoolean() ? "/* , ] \" " + remark + "\n \"a\": */" : "// \"{ /* " + remark + "\n");
        }
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private List<Runnable> shuffled(List<Runnable> parts) {
        List<Runnable> rest = new ArrayList<>(parts);
        List<Runnable> result = new ArrayList<>();
        while (!rest.isEmpty()) {
            result.add(rest.remove(random.nextInt(rest.size())));
        }
        return result;
    }
}
