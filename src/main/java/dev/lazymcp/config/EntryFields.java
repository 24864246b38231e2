package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Position;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;

/**
 * The members of an entry that lazymcp acts on, read strictly: what is there and makes no sense is a fault, never a default.
 *
 * @param document the whole file
 * @param entry the entry
 */
public record EntryFields(Document document, Entry entry) {
    private static final List<String> ENVIRONMENT_KEYS = List.of("env", "environment", "envs");
    private static final List<String> COMMAND_KEYS = List.of("command", "cmd");
    private static final String ARGS = "args";
    private static final List<String> PASSED_KEYS = List.of("env_vars", "env_keys");
    private static final String HEADERS_HELPER = "headersHelper";
    private static final String BEARER_TOKEN_VARIABLE = "bearer_token_env_var";
    private static final String HEADER_VARIABLES = "env_http_headers";
    private static final List<String> AUTHORIZATION_KEYS =
            List.of(HEADERS_HELPER, "oauth", "auth", "oidc", BEARER_TOKEN_VARIABLE);

    /** {@code autoConnect}: whether the client starts the server with its session. */
    public Optional<Boolean> autoConnect() throws EntryException {
        return flag("autoConnect");
    }

    /** {@code required}: whether a session without this server is a failure. */
    public boolean required() throws EntryException {
        return flag("required").orElse(false);
    }

    /** Whether the entry is switched off, in either spelling. */
    public boolean disabled() throws EntryException {
        return flag("disabled").orElse(false) || !flag("enabled").orElse(true);
    }

    /** {@code agents}: who may use the server; empty means everybody. */
    public List<String> agents() throws EntryException {
        return limit("agents");
    }

    /**
     * {@code tools}: what of the server may be used; empty means everything. An empty list means nothing to Copilot and is no
     * member at all to others, so it stays the client's to judge. A map is another client's own affair.
     */
    public List<String> tools() throws EntryException {
        return entry.value().map("tools").isPresent() ? List.of() : limit("tools");
    }

    /**
     * The names, never the values, of what the entry adds to the server's environment, or lets through to it, and a stub can be
     * told of: those that its option {@code --env-keys} can carry.
     */
    public List<String> environmentNames() {
        SequencedSet<String> names = new LinkedHashSet<>(environment().keySet());
        names.addAll(passedNames());
        return names.stream().filter(EntryFields::isPassable).toList();
    }

    /** What the entry adds to the server's environment, variables not expanded; numbers and booleans as they are spelled. */
    public SequencedMap<String, String> environment() {
        SequencedMap<String, String> environment = new LinkedHashMap<>();
        for (Node.Members holder : holders()) {
            ENVIRONMENT_KEYS.forEach(key -> environment.putAll(words(holder, key)));
        }
        return environment;
    }

    /** The names of variables that the entry lets through from the client's environment. */
    public List<String> passedNames() {
        return named(PASSED_KEYS);
    }

    /** The names, never the values, of the headers that are sent to a remote server. */
    public List<String> headerNames() {
        SequencedSet<String> names = new LinkedHashSet<>(headers().keySet());
        names.addAll(headerVariables().keySet());
        return List.copyOf(names);
    }

    /** The headers that are sent to a remote server and whose values the entry spells, variables not expanded. */
    public SequencedMap<String, String> headers() {
        SequencedMap<String, String> headers = new LinkedHashMap<>();
        Launch.HEADER_KEYS.stream()
                .filter(key -> !key.equals(HEADER_VARIABLES))
                .forEach(key -> headers.putAll(words(entry.value(), key)));
        entry.value().map("requestOptions").ifPresent(options -> headers.putAll(words(options, "headers")));
        return headers;
    }

    /** The headers whose values are those of variables of the client's own environment: names of headers, names of variables. */
    public SequencedMap<String, String> headerVariables() {
        return words(entry.value(), HEADER_VARIABLES);
    }

    /** The variable of the client's own environment that holds the token of a remote server. */
    public Optional<String> bearerTokenVariable() {
        return entry.value().text(BEARER_TOKEN_VARIABLE);
    }

    /** The command whose output is more headers. */
    public Optional<String> headersHelper() {
        return entry.value().text(HEADERS_HELPER);
    }

    /** What kind of remote server it is, as the entry spells it. */
    public Optional<String> type() {
        return entry.value().text("type");
    }

    /** How the client proves to a remote server who it is: the names of the members that say so. */
    public List<String> authorization() {
        return AUTHORIZATION_KEYS.stream()
                .filter(key -> entry.value().value(key).isPresent())
                .toList();
    }

    /** The working directory, variables not expanded. */
    public Optional<String> workingDirectory() {
        return entry.value().text("cwd");
    }

    /** The file with more variables for the server, variables in its name not expanded. */
    public Optional<String> environmentFile() {
        return entry.value().text("envFile");
    }

    /** The address of a remote server, variables not expanded. */
    public Optional<String> url() {
        return Launch.URL_KEYS.stream()
                .flatMap(key -> entry.value().text(key).stream())
                .findFirst();
    }

    /** That what the entry starts, if it says so, is spelled as clients read it: a string or a list, and {@code args} a list of words. */
    void requireCommand() throws EntryException {
        for (String key : COMMAND_KEYS) {
            Optional<Node> command = entry.value().value(key);
            if (command.isPresent()) {
                requireWords(key, command.get(), "a string");
            }
        }
        for (Node.Members holder : holders()) {
            Optional<Node> args = holder.value(ARGS);
            if (args.isPresent() && !(args.get() instanceof Node.Items)) {
                throw fault(args.get(), ARGS + " must be a list of strings");
            }
            if (args.isPresent()) {
                requireWords(ARGS, args.get(), "a list of strings");
            }
        }
        Optional<Node> directory = entry.value().value("cwd");
        if (directory.isPresent() && !(directory.get() instanceof Node.Text)) {
            throw fault(directory.get(), "cwd must be a string");
        }
    }

    private void requireWords(String key, Node value, String wanted) throws EntryException {
        switch (value) {
            case Node.Scalar _ -> throw fault(value, key + " must be " + wanted);
            case Node.Items list -> {
                for (Node item : list.items()) {
                    boolean word = item.resolved() instanceof Node.Text
                            || (item.resolved() instanceof Node.Scalar scalar && !scalar.isNull());
                    if (!word) {
                        throw fault(item, key + " must be a list of strings");
                    }
                }
            }
            case Node.Text _, Node.Members _ -> {}
            case Node.Alias _ -> throw new IllegalStateException("values are resolved");
        }
    }

    /** That what the entry adds to the environment is a map of names to strings. */
    void requireEnvironment() throws EntryException {
        for (Node.Members holder : holders()) {
            for (String key : ENVIRONMENT_KEYS) {
                Optional<Node> value = holder.value(key);
                if (value.isPresent() && !(value.get() instanceof Node.Members)) {
                    throw fault(value.get(), key + " must be a map of names to strings");
                }
                for (Node.Member member :
                        holder.map(key).map(Node.Members::members).orElse(List.of())) {
                    Node variable = member.value().resolved();
                    if (variable instanceof Node.Members || variable instanceof Node.Items) {
                        throw fault(variable, key + ": the value of " + member.name() + " must be a string");
                    }
                }
            }
        }
    }

    /** That what the entry starts cannot be used, with the place where it says what. */
    EntryException launchFault(String message) {
        Node where = COMMAND_KEYS.stream()
                .flatMap(key -> entry.value().value(key).stream())
                .findFirst()
                .orElse(entry.value());
        return fault(where, message);
    }

    private List<String> named(List<String> keys) {
        SequencedSet<String> names = new LinkedHashSet<>();
        keys.forEach(key -> names.addAll(texts(key)));
        return List.copyOf(names);
    }

    /** The strings in the list {@code key}, whatever else is in it; none where it is no list. */
    public List<String> texts(String key) {
        return entry.value()
                .list(key)
                .map(list -> list.items().stream()
                        .flatMap(item ->
                                item.resolved() instanceof Node.Text text ? Stream.of(text.value()) : Stream.of())
                        .toList())
                .orElse(List.of());
    }

    private static SequencedMap<String, String> words(Node.Members holder, String key) {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        for (Node.Member member : holder.map(key).map(Node.Members::members).orElse(List.of())) {
            words.put(
                    member.name(),
                    switch (member.value().resolved()) {
                        case Node.Text text -> text.value();
                        case Node.Scalar scalar -> scalar.isNull() ? "" : scalar.literal();
                        case Node.Items ignored -> "";
                        case Node.Members ignored -> "";
                        case Node.Alias ignored -> throw new IllegalStateException("values are resolved");
                    });
        }
        return words;
    }

    private List<Node.Members> holders() {
        List<Node.Members> holders = new ArrayList<>();
        holders.add(entry.value());
        entry.value().map("command").ifPresent(holders::add);
        return holders;
    }

    // In the stub's argv commas divide and blanks are trimmed. A limit that came out as another one would let somebody
    // through.
    private static boolean isPassable(String name) {
        return !name.isEmpty() && name.indexOf(',') < 0 && name.strip().equals(name);
    }

    /** The names in the list {@code name}; empty means everything, and so does a star. */
    List<String> limit(String name) throws EntryException {
        List<String> names = names(name);
        return names.contains("*") ? List.of() : names;
    }

    /** The number above 0 that is the member {@code name}, if it is there. */
    Optional<BigDecimal> positive(String name) throws EntryException {
        Optional<Node> value = entry.value().value(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof Node.Scalar scalar) {
            try {
                // TOML divides digits by underscores.
                BigDecimal number = new BigDecimal(scalar.literal().replace("_", ""));
                if (number.signum() > 0) {
                    return Optional.of(number);
                }
            } catch (NumberFormatException none) {
                throw fault(value.get(), name + " must be a number above 0");
            }
        }
        throw fault(value.get(), name + " must be a number above 0");
    }

    /** Where the member {@code name} stands, if it is there. */
    Optional<Position> position(String name) {
        return entry.value().value(name).map(this::position);
    }

    /** The names in the list {@code name}, as they stand there. */
    List<String> names(String name) throws EntryException {
        Optional<Node> value = entry.value().value(name);
        if (value.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        if (!(value.get() instanceof Node.Items list)) {
            throw fault(value.get(), name + " must be a list of names");
        }
        for (Node item : list.items()) {
            if (!(item.resolved() instanceof Node.Text text)) {
                throw fault(item, name + " must be a list of names");
            }
            if (!isPassable(text.value())) {
                throw fault(item, name + ": a name cannot be empty, hold a comma, or begin or end with a blank");
            }
            names.add(text.value());
        }
        return List.copyOf(names);
    }

    private Optional<Boolean> flag(String name) throws EntryException {
        Optional<Node> value = entry.value().value(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof Node.Scalar scalar) {
            if (scalar.literal().equals("true")) {
                return Optional.of(true);
            }
            if (scalar.literal().equals("false")) {
                return Optional.of(false);
            }
        }
        throw fault(value.get(), name + " must be true or false");
    }

    private EntryException fault(Node where, String message) {
        return new EntryException(position(where), message);
    }

    private Position position(Node where) {
        return Position.of(document.text(), where.span().from());
    }
}
