package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
                        && members.get("headers") instanceof Map<?, ?>) {
                    names.add(String.valueOf(name));
                }
            });
        }
        return names;
    }

    private boolean isRemote(Map<?, ?> entry) {
        return !entry.containsKey(command) && (entry.containsKey("url") || entry.containsKey("uri"));
    }

    /** An address goes into the arguments, and headers become variables. */
    private Object remote(String name, Map<?, ?> entry) {
        Map<Object, Object> wrapped = new LinkedHashMap<>(entry);
        List<Object> args = new ArrayList<>(List.of("wrap", "--name", name));
        List<Object> headers = new ArrayList<>();
        if (wrapped.remove("headers") instanceof Map<?, ?> map && !map.isEmpty()) {
            Map<Object, Object> variables = new LinkedHashMap<>();
            map.forEach((header, value) -> {
                String variable = "LAZYMCP_HEADER_" + (variables.size() + 1);
                variables.put(variable, value);
                headers.addAll(List.of("--header", header + "=env:" + variable));
            });
            args.addAll(
                    List.of("--env-keys", String.join(",", variables.keySet().toArray(String[]::new))));
            wrapped.put(command.equals("cmd") ? "envs" : "env", variables);
        }
        String key = entry.containsKey("uri") ? "uri" : "url";
        args.addAll(List.of("--url", wrapped.remove(key)));
        args.addAll(headers);
        if (key.equals("uri")) {
            args.addAll(List.of("--restore-as", "url=uri"));
        }
        wrapped.put(command, "lazymcp");
        wrapped.put("args", args);
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
