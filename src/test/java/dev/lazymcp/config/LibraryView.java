package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A config as another reader sees it: maps, lists and plain values, without places. What it should say after a rewrite is
 * worked out from it alone, so that reader and writer of lazymcp cannot err alike.
 *
 * @param top the whole file
 * @param section the key of the servers
 * @param command the key of the command
 */
record LibraryView(Map<?, ?> top, String section, String command) {
    /** That {@code after} is this with the entries {@code names} wrapped, and nothing else. */
    void becomes(LibraryView after, List<String> names) {
        Map<Object, Object> expected = new LinkedHashMap<>(top);
        expected.computeIfPresent(section, (key, servers) -> switch (servers) {
            case Map<?, ?> map -> {
                Map<Object, Object> wrapped = new LinkedHashMap<>(map);
                wrapped.replaceAll((name, entry) -> wrapped(String.valueOf(name), entry, names));
                yield wrapped;
            }
            case List<?> list ->
                list.stream()
                        .map(entry -> entry instanceof Map<?, ?> map
                                ? wrapped(String.valueOf(map.get("name")), entry, names)
                                : entry)
                        .toList();
            default -> servers;
        });
        assertThat(after.top).isEqualTo(expected);
    }

    /** The names of the entries that have a command and are not switched off. */
    List<String> local() {
        List<String> names = new ArrayList<>();
        Object servers = top.get(section);
        if (servers instanceof Map<?, ?> map) {
            map.forEach((name, entry) -> addIfLocal(names, String.valueOf(name), entry));
        } else if (servers instanceof List<?> list) {
            list.forEach(entry ->
                    addIfLocal(names, entry instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : "", entry));
        }
        return names;
    }

    /** The names of the entries that have an address and headers, of which some are written so that they cannot be changed. */
    List<String> remote() {
        List<String> names = new ArrayList<>();
        if (top.get(section) instanceof Map<?, ?> map) {
            map.forEach((name, entry) -> {
                if (entry instanceof Map<?, ?> members
                        && isRemote(members)
                        && Stream.of("headers", "bearer_token_env_var", "env_http_headers")
                                .anyMatch(members::containsKey)) {
                    names.add(String.valueOf(name));
                }
            });
        }
        return names;
    }

    private boolean isRemote(Map<?, ?> entry) {
        return !entry.containsKey(command) && (entry.containsKey("url") || entry.containsKey("uri"));
    }

    /** An address goes into the arguments, or like headers into the environment; what Codex takes from its own is let through. */
    private Object remote(String name, Map<?, ?> entry) {
        Map<Object, Object> wrapped = new LinkedHashMap<>(entry);
        Map<Object, Object> variables = new LinkedHashMap<>();
        List<Object> passed = new ArrayList<>();
        List<Object> headers = new ArrayList<>();
        String key = entry.containsKey("uri") ? "uri" : "url";
        String url = String.valueOf(wrapped.remove(key));
        if (url.contains("?")) {
            variables.put("LAZYMCP_URL", url);
            url = "env:LAZYMCP_URL";
        }
        if (wrapped.remove("headers") instanceof Map<?, ?> map) {
            map.forEach((header, value) -> {
                String variable = "LAZYMCP_HEADER_" + (1 + headers.size() / 2);
                variables.put(variable, value);
                headers.addAll(List.of("--header", header + "=env:" + variable));
            });
        }
        if (wrapped.remove("bearer_token_env_var") instanceof String token) {
            passed.add(token);
            headers.addAll(List.of("--header", "Authorization=Bearer env:" + token));
        }
        if (wrapped.remove("env_http_headers") instanceof Map<?, ?> map) {
            map.forEach((header, variable) -> {
                passed.add(variable);
                headers.addAll(List.of("--header", header + "=env:" + variable));
            });
        }
        List<Object> let = passed.stream().distinct().toList();
        List<String> keys = Stream.concat(variables.keySet().stream(), let.stream())
                .map(String::valueOf)
                .toList();
        List<Object> args = new ArrayList<>(List.of("wrap", "--name", name));
        if (!keys.isEmpty()) {
            args.addAll(List.of("--env-keys", String.join(",", keys)));
        }
        args.addAll(List.of("--url", url));
        args.addAll(headers);
        if (key.equals("uri")) {
            args.addAll(List.of("--restore-as", "url=uri"));
        }
        wrapped.put(command, "lazymcp");
        wrapped.put("args", args);
        if (!variables.isEmpty()) {
            wrapped.put(command.equals("cmd") ? "envs" : "env", variables);
        }
        if (!let.isEmpty()) {
            wrapped.put("env_vars", let);
        }
        return wrapped;
    }

    private void addIfLocal(List<String> names, String name, Object entry) {
        if (entry instanceof Map<?, ?> map
                && map.get(command) instanceof String
                && !Boolean.FALSE.equals(map.get("enabled"))) {
            names.add(name);
        }
    }

    private Object wrapped(String name, Object entry, List<String> names) {
        if (!names.contains(name) || !(entry instanceof Map<?, ?> map)) {
            return entry;
        }
        if (isRemote(map)) {
            return remote(name, map);
        }
        Map<Object, Object> wrapped = new LinkedHashMap<>(map);
        List<Object> args = new ArrayList<>(List.of("wrap", "--name", name));
        for (String key : List.of("env", "envs")) {
            if (map.get(key) instanceof Map<?, ?> variables && !variables.isEmpty()) {
                args.add("--env-keys");
                args.add(String.join(
                        ",", variables.keySet().stream().map(String::valueOf).toList()));
            }
        }
        args.add("--");
        args.add(map.get(command));
        if (map.get("args") instanceof List<?> present) {
            args.addAll(present);
        }
        wrapped.put(command, "lazymcp");
        wrapped.put("args", args);
        return wrapped;
    }
}
