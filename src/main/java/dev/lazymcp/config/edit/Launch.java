package dev.lazymcp.config.edit;

import java.util.Optional;
import java.util.Set;

/** How a server is reached, as its entry says. */
public sealed interface Launch {
    /** Types that mean a URL, over all clients. */
    Set<String> REMOTE_TYPES =
            Set.of("http", "sse", "ws", "websocket", "streamable-http", "streamableHttp", "streamable_http", "remote");

    /** Members that hold the URL, over all clients. */
    Set<String> URL_KEYS = Set.of("url", "serverUrl", "httpUrl");

    /**
     * A process, spoken to over its standard streams.
     *
     * @param site where the entry says what to start
     */
    record Stdio(LaunchSite site) implements Launch {}

    /** A server somewhere else, reached by URL. */
    record Remote() implements Launch {}

    /**
     * Neither.
     *
     * @param why for people
     */
    record Unusable(String why) implements Launch {}

    /** Reads how {@code entry} in {@code text} is reached. */
    static Launch of(String text, Entry entry) {
        Node.Members value = entry.value();
        boolean remoteType = value.text("type").filter(REMOTE_TYPES::contains).isPresent();
        Optional<Node> command = value.value("command");
        if (remoteType || command.isEmpty()) {
            boolean url = URL_KEYS.stream().anyMatch(key -> value.value(key).isPresent());
            return remoteType || url ? new Remote() : new Unusable("it has neither a command nor a URL");
        }
        return switch (command.get()) {
            case Node.Text ignored -> split(text, value, "command");
            case Node.Members nested -> split(text, nested, "path");
            case Node.Items list -> joined(text, list);
            case Node.Scalar ignored -> new Unusable("its command is not a string");
        };
    }

    private static Launch joined(String text, Node.Items list) {
        if (list.items().isEmpty()) {
            return new Unusable("its command is empty");
        }
        return JsonList.holdsWords(list)
                ? new Stdio(new JoinedLaunch(text, list))
                : new Unusable("its command is not a list of strings");
    }

    private static Launch split(String text, Node.Members holder, String key) {
        Optional<Node.Member> command = holder.get(key);
        if (command.isEmpty() || !(command.get().value() instanceof Node.Text executable)) {
            return new Unusable("its command is not a string");
        }
        if (executable.value().isBlank()) {
            return new Unusable("its command is empty");
        }
        Optional<Node> args = holder.get("args").map(Node.Member::value);
        boolean usable = args.isEmpty()
                || (args.get() instanceof Node.Items list && JsonList.holdsWords(list))
                || (args.get() instanceof Node.Scalar scalar && scalar.isNull());
        return usable
                ? new Stdio(new SplitLaunch(text, command.get(), executable, args))
                : new Unusable("its args are not a list of strings");
    }
}
