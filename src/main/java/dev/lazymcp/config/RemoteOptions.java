package dev.lazymcp.config;

import dev.lazymcp.config.WrapLine.Option;
import dev.lazymcp.config.edit.ProcessSite;
import dev.lazymcp.config.edit.RemoteSite;
import dev.lazymcp.config.edit.SentHeader;
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
    private static final String FROM_ENVIRONMENT = "env:";

    private RemoteOptions() {}

    /** Whether {@code option} is about a server somewhere else. */
    static boolean isOne(Option option) {
        return NAMES.contains(option.name());
    }

    /** The names of the variables that a stub's entry keeps the values of {@code count} headers in, in order. */
    public static List<String> variables(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(RemoteSite::headerVariable)
                .toList();
    }

    /**
     * The options that say what {@code site} says.
     *
     * @param address whether its address is the value of a variable
     */
    static List<Option> of(RemoteSite site, boolean address, Optional<String> helper) {
        List<Option> options = new ArrayList<>();
        options.add(Option.of(URL, address ? FROM_ENVIRONMENT + RemoteSite.ADDRESS : site.address()));
        String kind = site.kind().orElse("");
        transport(kind).ifPresent(transport -> options.add(Option.of(TRANSPORT, transport)));
        for (SentHeader header : site.sent()) {
            options.add(Option.of(HEADER, header(header)));
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
        List<SentHeader> headers = new ArrayList<>();
        for (Option option : line.options()) {
            if (option.name().equals(HEADER)) {
                Optional<SentHeader> header = header(option.value().orElse(""));
                if (header.isEmpty()) {
                    return Optional.empty();
                }
                headers.add(header.get());
            }
        }
        return line.url()
                .map(url -> new ProcessSite.Original(
                        Optional.of(url).filter(text -> !text.equals(FROM_ENVIRONMENT + RemoteSite.ADDRESS)),
                        shape.getOrDefault("url", "url"),
                        shape.getOrDefault("type", line.transport()),
                        shape.getOrDefault("headers", "headers"),
                        headers));
    }

    /** The header that {@code text}, {@code NAME=env:VARIABLE} or {@code NAME=WORD env:VARIABLE}, says; empty where it is another. */
    private static Optional<SentHeader> header(String text) {
        int equals = text.indexOf('=');
        int from = text.indexOf(FROM_ENVIRONMENT, equals + 1);
        if (equals < 1 || from < 0) {
            return Optional.empty();
        }
        String scheme = text.substring(equals + 1, from);
        boolean word = scheme.isEmpty() || scheme.indexOf(' ') == scheme.length() - 1;
        return word
                ? Optional.of(new SentHeader(
                        text.substring(0, equals), scheme, text.substring(from + FROM_ENVIRONMENT.length())))
                : Optional.empty();
    }

    private static void addUnless(List<String> shape, String part, String actual, String usual) {
        if (!actual.equals(usual)) {
            shape.add(part + "=" + actual);
        }
    }

    private static String header(SentHeader header) {
        return header(header.name(), header.scheme() + FROM_ENVIRONMENT, header.variable());
    }

    /** The value of {@code --header} that takes the value of the header {@code name} from {@code variable}. */
    public static String header(String name, String variable) {
        return header(name, FROM_ENVIRONMENT, variable);
    }

    private static String header(String name, String before, String variable) {
        return name + "=" + before + variable;
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
