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
import java.util.stream.IntStream;

/** From an entry with an address to the options of its stub, and back. */
public final class RemoteOptions {
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
        return variables(site.headerNames().size());
    }

    /** The names of the variables that a stub's entry keeps the values of {@code count} headers in, in order. */
    public static List<String> variables(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> VARIABLE + n).toList();
    }

    /** The options that say what {@code site} says. */
    static List<Option> of(RemoteSite site, Optional<String> helper) {
        List<Option> options = new ArrayList<>();
        options.add(Option.of(URL, site.address()));
        String kind = site.kind().orElse("");
        transport(kind).ifPresent(transport -> options.add(Option.of(TRANSPORT, transport)));
        List<String> headers = site.headerNames();
        List<String> variables = variables(site);
        for (int i = 0; i < headers.size(); i++) {
            options.add(Option.of(HEADER, header(headers.get(i), variables.get(i))));
        }
        helper.ifPresent(command -> options.add(Option.of(HELPER, command)));
        List<String> shape = new ArrayList<>();
        addUnless(shape, "url", site.urlKey(), "url");
        addUnless(shape, "headers", site.headersKey().orElse("headers"), "headers");
        String transport = transport(kind).orElse("http");
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

    /** The value of {@code --header} that takes the value of the header {@code name} from {@code variable}. */
    public static String header(String name, String variable) {
        return name + "=" + FROM_ENVIRONMENT + variable;
    }

    /** The value of {@code --transport} for a server of that {@code kind}, as entries spell it; empty where the stub finds out. */
    public static Optional<String> transport(String kind) {
        return switch (kind) {
            case "sse" -> Optional.of("sse");
            case "ws", "websocket" -> Optional.of("ws");
            default -> Optional.empty();
        };
    }
}
