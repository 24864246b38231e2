package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Stream;

/**
 * Where an entry says how a server somewhere else is reached, all of it in the entry itself.
 *
 * @param notation of the file
 * @param entry the entry
 * @param words what its client calls the parts of an entry for a process
 * @param url the member that holds the address, a string
 * @param type the member that says what kind of server it is
 * @param headers where its headers stand
 */
public record RemoteSite(
        Notation notation, Entry entry, Words words, Node.Member url, Optional<Node.Member> type, Headers headers) {
    /** The variable that gets an address with a secret, or with variables of the client, in it. */
    public static final String ADDRESS = "LAZYMCP_URL";

    private static final String HEADER = "LAZYMCP_HEADER_";
    private static final String ARGS = "args";

    /**
     * What a client calls the parts of an entry.
     *
     * @param command the member with the command
     * @param joined whether the command's value is a list with the arguments in it
     * @param environment the member with variables
     * @param process the type of a server that is started
     */
    record Words(String command, boolean joined, String environment, String process) {
        static Words of(EntryPath path, Node.Members value) {
            if (path.isGoose()) {
                return new Words("cmd", false, "envs", "stdio");
            }
            return value.text("type").filter("remote"::equals).isPresent()
                    ? new Words("command", true, "environment", "local")
                    : new Words("command", false, "env", "stdio");
        }
    }

    /**
     * The members with headers.
     *
     * @param own the one with names and values, a map of strings
     * @param around the member that it stands in, where that is not the entry
     * @param borrowed those whose values are variables of the client's own environment
     */
    record Headers(Optional<Node.Member> own, Optional<Node.Member> around, BorrowedHeaders borrowed) {
        private List<Node.Member> members() {
            return own.map(member -> ((Node.Members) member.value()).members()).orElse(List.of());
        }
    }

    /** The address. */
    public String address() {
        return text(url.value());
    }

    /** The kind of server, as the entry spells it. */
    public Optional<String> kind() {
        return type.map(member -> text(member.value()));
    }

    /** The variable that gets the value of the header {@code number}, from 1, of those whose values the entry spells. */
    public static String headerVariable(int number) {
        return HEADER + number;
    }

    /** The headers that a stub in its place sends, in order. */
    public List<SentHeader> sent() {
        List<SentHeader> sent = new ArrayList<>();
        for (Node.Member member : headers.members()) {
            sent.add(new SentHeader(member.name(), "", headerVariable(sent.size() + 1)));
        }
        sent.addAll(headers.borrowed.sent());
        return List.copyOf(sent);
    }

    /**
     * The names of the variables that the entry of the stub sets or lets through, in order.
     *
     * @param address whether the address is one of them
     */
    public List<String> variables(boolean address) {
        SequencedSet<String> names = new LinkedHashSet<>(address ? List.of(ADDRESS) : List.of());
        sent().forEach(header -> names.add(header.variable()));
        return List.copyOf(names);
    }

    /** The name of the member with the address. */
    public String urlKey() {
        return url.name();
    }

    /** The name of the member with the headers, with that of the member around it. */
    public Optional<String> headersKey() {
        return headers.own.map(
                member -> headers.around.map(outer -> outer.name() + ".").orElse("") + member.name());
    }

    /**
     * The edits after which the entry starts {@code argv}, and has the variables that {@link #variables} names. Values that become
     * those of variables keep their bytes.
     *
     * @param address whether the address becomes the value of one
     * @return nothing where the members are written in a way that allows no such edit
     */
    public Optional<List<Edit>> toProcess(List<String> argv, boolean address) {
        List<Edit> edits = new ArrayList<>();
        edits.add(notation.key(url, words.command));
        List<Word> all = Word.fresh(argv);
        if (words.joined) {
            edits.add(notation.replace(url, new Composite.Listed(all)));
        } else {
            edits.add(notation.value(url, all.getFirst()));
            edits.add(notation.add(url, ARGS, new Composite.Listed(all.subList(1, all.size()))));
        }
        type.ifPresent(member -> edits.add(notation.value(member, new Word.Fresh(words.process))));
        if (headers.own.isPresent()) {
            Optional<List<Edit>> renamed = renamed(headers.own.get());
            if (renamed.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(renamed.get());
        }
        List<Node.Member> members = headers.members();
        for (int i = 0; i < members.size(); i++) {
            edits.add(notation.key(members.get(i), sent().get(i).variable()));
        }
        if (address) {
            Optional<Edit> moved = addressAsVariable();
            if (moved.isEmpty()) {
                return Optional.empty();
            }
            edits.add(moved.get());
        }
        Optional<List<Edit>> passed = headers.borrowed.toPassed(notation, entry, url);
        return passed.map(more -> Stream.concat(edits.stream(), more.stream()).toList());
    }

    private Optional<List<Edit>> renamed(Node.Member own) {
        return headers.around.isPresent()
                ? NestedHeaders.flatten(notation, headers.around.get(), own, words.environment)
                : Optional.of(List.of(notation.key(own, words.environment)));
    }

    private Optional<Edit> addressAsVariable() {
        Word address = new Word.Kept(url.value(), address());
        Optional<Node.Member> holder = headers.own.or(() -> entry.value().get(words.environment));
        if (holder.isEmpty()) {
            return Optional.of(notation.add(
                    url, words.environment, new Composite.Named(List.of(new Composite.Pair(ADDRESS, address)))));
        }
        return holder.get().value() instanceof Node.Members map
                        && !map.members().isEmpty()
                ? Optional.of(notation.addBefore(map.members().getFirst(), ADDRESS, address))
                : Optional.empty();
    }

    private static String text(Node node) {
        return node instanceof Node.Text text ? text.value() : "";
    }

    /** The site of {@code entry}, or why it cannot be edited, for people. */
    static Launch.Remote of(Notation notation, Entry entry) {
        Node.Members value = entry.value();
        Optional<Node.Member> url =
                Launch.URL_KEYS.stream().flatMap(key -> value.get(key).stream()).findFirst();
        if (url.isEmpty()) {
            return fixed("it says no address");
        }
        BorrowedHeaders borrowed = BorrowedHeaders.of(value);
        if (!borrowed.isEmpty() && !(notation instanceof TomlNotation)) {
            return fixed("its headers come from variables of the client's own environment, as only Codex knows them");
        }
        Optional<Node.Member> around = value.get(NestedHeaders.OUTER);
        Optional<Node.Members> options = value.map(NestedHeaders.OUTER);
        if (around.isPresent() && !options.map(NestedHeaders::areAll).orElse(false)) {
            return fixed("its requestOptions hold more than headers, which the client alone can do");
        }
        List<Node.Member> headers = Stream.concat(
                        Stream.of("headers", "http_headers").flatMap(key -> value.get(key).stream()),
                        options.stream().flatMap(map -> map.get(NestedHeaders.INNER).stream()))
                .toList();
        if (headers.size() > 1) {
            return fixed("it has headers in two places");
        }
        RemoteSite site = new RemoteSite(
                notation,
                entry,
                Words.of(entry.path(), value),
                url.get(),
                value.get("type"),
                new Headers(headers.stream().findFirst(), around, borrowed));
        if (!site.isPlain()) {
            return fixed("its address, type or headers are no strings, or are shared with others");
        }
        List<String> names = site.sent().stream().map(SentHeader::name).toList();
        return new LinkedHashSet<>(names).size() < names.size()
                ? fixed("it says the same header twice")
                : new Launch.Remote(Optional.of(site), "");
    }

    private static Launch.Remote fixed(String why) {
        return new Launch.Remote(Optional.empty(), why);
    }

    private boolean isPlain() {
        boolean texts = url.value() instanceof Node.Text
                && type.map(member -> member.value() instanceof Node.Text).orElse(true)
                && headers.own.map(RemoteSite::isMapOfTexts).orElse(true)
                && headers.borrowed.isPlain();
        return texts
                && Stream.of(
                                Stream.of(url),
                                type.stream(),
                                headers.own.stream(),
                                headers.around.stream(),
                                headers.borrowed.members())
                        .flatMap(members -> members)
                        .allMatch(member -> entry.owns(member.key()));
    }

    /** Whether the value of {@code member} is a map of names to strings. */
    static boolean isMapOfTexts(Node.Member member) {
        return member.value() instanceof Node.Members map
                && map.members().stream().allMatch(pair -> pair.value() instanceof Node.Text);
    }
}
