package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where an entry says how a server somewhere else is reached, all of it in the entry itself.
 *
 * @param notation of the file
 * @param words what its client calls the parts of an entry for a process
 * @param url the member that holds the address, a string
 * @param type the member that says what kind of server it is
 * @param headers the member that holds the headers, a map of strings
 */
public record RemoteSite(
        Notation notation, Words words, Node.Member url, Optional<Node.Member> type, Optional<Node.Member> headers) {
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

    /** The address. */
    public String address() {
        return text(url.value());
    }

    /** The kind of server, as the entry spells it. */
    public Optional<String> kind() {
        return type.map(member -> text(member.value()));
    }

    /** The names of the headers, in order. */
    public List<String> headerNames() {
        return headerMembers().stream().map(Node.Member::name).toList();
    }

    /** Whether its client refuses entries that start a process and have members that are none of such. */
    public boolean isStrict() {
        return words.joined || notation instanceof TomlNotation;
    }

    /** The name of the member with the address. */
    public String urlKey() {
        return url.name();
    }

    /** The name of the member with the headers. */
    public Optional<String> headersKey() {
        return headers.map(Node.Member::name);
    }

    /**
     * The edits after which the entry starts {@code argv}, and the values of the headers are those of {@code variables} in its
     * environment, in the same order. Values of headers keep their bytes.
     */
    public List<Edit> toProcess(List<String> argv, List<String> variables) {
        List<Edit> edits = new ArrayList<>();
        edits.add(notation.key(url, words.command));
        List<Word> all = Word.fresh(argv);
        if (words.joined) {
            edits.add(notation.list(url, all));
        } else {
            edits.add(notation.value(url, all.getFirst()));
            edits.add(notation.add(url, ARGS, all.subList(1, all.size())));
        }
        type.ifPresent(member -> edits.add(notation.value(member, new Word.Fresh(words.process))));
        headers.ifPresent(member -> edits.add(notation.key(member, words.environment)));
        List<Node.Member> members = headerMembers();
        for (int i = 0; i < members.size(); i++) {
            edits.add(notation.key(members.get(i), variables.get(i)));
        }
        return List.copyOf(edits);
    }

    private List<Node.Member> headerMembers() {
        return headers.map(member -> ((Node.Members) member.value()).members()).orElse(List.of());
    }

    private static String text(Node node) {
        return node instanceof Node.Text text ? text.value() : "";
    }

    /** The site of {@code entry}, or why it cannot be edited, for people. */
    static Launch.Remote of(Notation notation, Entry entry, List<String> headerKeys) {
        Node.Members value = entry.value();
        Optional<Node.Member> url =
                Launch.URL_KEYS.stream().flatMap(key -> value.get(key).stream()).findFirst();
        if (url.isEmpty()) {
            return new Launch.Remote(Optional.empty(), "it says no address");
        }
        List<Node.Member> headers =
                headerKeys.stream().flatMap(key -> value.get(key).stream()).toList();
        if (headers.size() > 1) {
            return new Launch.Remote(Optional.empty(), "it has headers in two places");
        }
        Optional<Node.Member> type = value.get("type");
        RemoteSite site = new RemoteSite(
                notation,
                Words.of(entry.path(), value),
                url.get(),
                type,
                headers.stream().findFirst());
        return site.isPlain(entry)
                ? new Launch.Remote(Optional.of(site), "")
                : new Launch.Remote(
                        Optional.empty(), "its address, type or headers are no strings, or are shared with others");
    }

    private boolean isPlain(Entry entry) {
        boolean texts = url.value() instanceof Node.Text
                && type.map(member -> member.value() instanceof Node.Text).orElse(true)
                && headers.map(member -> member.value() instanceof Node.Members map
                                && map.members().stream().allMatch(header -> header.value() instanceof Node.Text))
                        .orElse(true);
        List<Node.Member> touched = new ArrayList<>(List.of(url));
        type.ifPresent(touched::add);
        headers.ifPresent(touched::add);
        return texts && touched.stream().allMatch(member -> entry.owns(member.key()));
    }
}
