package dev.lazymcp.config.edit;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How a server is reached, as its entry says. */
public sealed interface Launch {
    /** Types that mean a URL, over all clients. */
    Set<String> REMOTE_TYPES =
            Set.of("http", "sse", "ws", "websocket", "streamable-http", "streamableHttp", "streamable_http", "remote");

    /** Members that hold the URL, over all clients. */
    Set<String> URL_KEYS = Set.of("url", "serverUrl", "httpUrl", "uri");

    /** Members that hold headers, over all clients. */
    List<String> HEADER_KEYS = List.of("headers", "http_headers", "env_http_headers");

    /** Types that mean a part of the client, over all clients. */
    Set<String> IN_CLIENT_TYPES = Set.of("builtin", "platform", "frontend", "inline_python");

    /** An entry that takes what it starts from another place of the file. */
    Unusable SHARED = new Unusable("what it starts is written in a part that it shares with others (<<, *)");

    /**
     * A process, spoken to over its standard streams.
     *
     * @param site where the entry says what to start
     */
    record Stdio(LaunchSite site) implements Launch {}

    /**
     * A server somewhere else, reached by URL.
     *
     * @param site where the entry says so; none where it cannot be edited
     * @param why it cannot, for people
     */
    record Remote(Optional<RemoteSite> site, String why) implements Launch {}

    /**
     * Neither.
     *
     * @param why for people
     */
    record Unusable(String why) implements Launch {}

    /** Reads how {@code entry} of {@code document} is reached. */
    static Launch of(Document document, Entry entry) {
        Node.Members value = entry.value();
        Optional<String> inClient = value.text("type").filter(IN_CLIENT_TYPES::contains);
        if (inClient.isPresent()) {
            return new Unusable("the client runs it itself (type " + inClient.get() + ")");
        }
        boolean remoteType = value.text("type").filter(REMOTE_TYPES::contains).isPresent();
        String key = entry.path().isGoose() ? "cmd" : "command";
        Optional<Node> command = value.value(key);
        if (remoteType || command.isEmpty()) {
            boolean url = URL_KEYS.stream().anyMatch(name -> value.value(name).isPresent());
            return remoteType || url
                    ? RemoteSite.of(document.notation(), entry)
                    : new Unusable("it has neither a command nor a URL");
        }
        return switch (command.get()) {
            case Node.Text ignored -> split(document, entry, value, key);
            case Node.Members nested -> split(document, entry, nested, "path");
            case Node.Items list -> joined(document, entry, value.get(key).orElseThrow(), list);
            case Node.Scalar ignored -> new Unusable("its command is not a string");
            case Node.Alias ignored -> throw new IllegalStateException("values are resolved");
        };
    }

    private static Launch joined(Document document, Entry entry, Node.Member command, Node.Items list) {
        if (list.items().isEmpty()) {
            return new Unusable("its command is empty");
        }
        if (!entry.owns(command.key())) {
            return SHARED;
        }
        return list.words()
                .<Launch>map(words -> new Stdio(new JoinedLaunch(document.notation(), command, words)))
                .orElseGet(() -> new Unusable("its command is not a list of strings"));
    }

    private static Launch split(Document document, Entry entry, Node.Members holder, String key) {
        Optional<Node.Member> command = holder.get(key);
        if (command.isEmpty() || !(command.get().value().resolved() instanceof Node.Text executable)) {
            return new Unusable("its command is not a string");
        }
        if (executable.value().isBlank()) {
            return new Unusable("its command is empty");
        }
        Optional<Node.Member> args = holder.get(SplitLaunch.ARGS);
        if (!args.map(member -> canBeArgs(member.value().resolved())).orElse(true)) {
            return new Unusable("its args are not a list of strings");
        }
        boolean owned = entry.owns(command.get().key())
                && args.map(member -> entry.owns(member.key())).orElse(true);
        return owned ? new Stdio(new SplitLaunch(document.notation(), command.get(), args)) : SHARED;
    }

    private static boolean canBeArgs(Node value) {
        return switch (value) {
            case Node.Items list -> list.words().isPresent();
            case Node.Scalar scalar -> scalar.isNull();
            default -> false;
        };
    }
}
