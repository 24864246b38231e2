package dev.lazymcp.config;

import dev.lazymcp.config.WrapLine.Option;
import dev.lazymcp.config.edit.ProcessSite;
import dev.lazymcp.config.edit.RemoteSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** From an entry with an address to the options of its stub, and back. */
final class RemoteOptions {
    static final String URL = "--url";
    private static final String TRANSPORT = "--transport";
    private static final String HEADER = "--header";
    private static final String HELPER = "--headers-helper";
    private static final String RESTORE_AS = "--restore-as";
    private static final Set<String> NAMES = Set.of(URL, TRANSPORT, HEADER, HELPER, "--cacert", RESTORE_AS);
    private static final String VARIABLE = "LAZYMCP_HEADER_";
    private static final String FROM_ENVIRONMENT = "env:";

    private RemoteOptions() {}

    /** Whether {@code option} is about a server somewhere else. */
    static boolean isOne(Option option) {
        return NAMES.contains(option.name());
    }

    /** The names of the variables that get the values of the headers of {@code site}, in order. */
    static List<String> variables(RemoteSite site) {
        List<String> names = new ArrayList<>();
        for (int n = 1; n <= site.headerNames().size(); n++) {
            names.add(VARIABLE + n);
        }
        return List.copyOf(names);
    }

    /** The options that say what {@code site} says. */
    static List<Option> of(RemoteSite site, Optional<String> helper) {
        List<Option> options = new ArrayList<>();
        options.add(Option.of(URL, site.address()));
        String kind = site.kind().orElse("");
        String transport = transport(kind);
        if (!transport.equals("http")) {
            options.add(Option.of(TRANSPORT, transport));
        }
        List<String> headers = site.headerNames();
        List<String> variables = variables(site);
        for (int i = 0; i < headers.size(); i++) {
            options.add(Option.of(HEADER, headers.get(i) + "=" + FROM_ENVIRONMENT + variables.get(i)));
        }
        helper.ifPresent(command -> options.add(Option.of(HELPER, command)));
        List<String> shape = new ArrayList<>();
        addUnless(shape, "url", site.urlKey(), "url");
        addUnless(shape, "headers", site.headersKey().orElse("headers"), "headers");
        addUnless(shape, "type", kind.isEmpty() ? transport : kind, transport);
        if (!shape.isEmpty()) {
            options.add(Option.of(RESTORE_AS, String.join(",", shape)));
        }
        return List.copyOf(options);
    }

    /** What an entry whose stub has {@code line} said before; empty where a header's value is not one of its variables. */
    static Optional<ProcessSite.Original> original(WrapLine line) {
        Map<String, String> shape = new HashMap<>();
        for (String pair : line.value(RESTORE_AS).orElse("").split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                shape.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        Map<String, String> headers = new HashMap<>();
        for (Option option : line.options()) {
            if (option.name().equals(HEADER)) {
                String header = option.value().orElse("");
                int equals = header.indexOf('=');
                if (equals < 1 || !header.startsWith(FROM_ENVIRONMENT, equals + 1)) {
                    return Optional.empty();
                }
                headers.put(header.substring(equals + 1 + FROM_ENVIRONMENT.length()), header.substring(0, equals));
            }
        }
        return line.url()
                .map(url -> new ProcessSite.Original(
                        url,
                        shape.getOrDefault("url", "url"),
                        shape.getOrDefault("type", line.transport()),
                        shape.getOrDefault("headers", "headers"),
                        headers));
    }

    private static void addUnless(List<String> shape, String part, String actual, String usual) {
        if (!actual.equals(usual)) {
            shape.add(part + "=" + actual);
        }
    }

    private static String transport(String kind) {
        return switch (kind) {
            case "sse" -> "sse";
            case "ws", "websocket" -> "ws";
            default -> "http";
        };
    }
}
