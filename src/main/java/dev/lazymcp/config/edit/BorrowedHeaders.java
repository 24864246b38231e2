package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Headers whose values Codex takes from its own environment. A process gets of that only what its entry names in
 * {@code env_vars}.
 *
 * @param bearer the member that names the variable with a token
 * @param named the member with the names of headers and of their variables
 */
record BorrowedHeaders(Optional<Node.Member> bearer, Optional<Node.Member> named) {
    private static final String BEARER = "bearer_token_env_var";
    private static final String NAMED = "env_http_headers";
    private static final String PASSED = "env_vars";
    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Bearer ";
    private static final String COMMENT = "#";

    /** Those of the entry {@code value}. */
    static BorrowedHeaders of(Node.Members value) {
        return new BorrowedHeaders(value.get(BEARER), value.get(NAMED));
    }

    boolean isEmpty() {
        return bearer.isEmpty() && named.isEmpty();
    }

    /** The members that say so. */
    Stream<Node.Member> members() {
        return Stream.concat(bearer.stream(), named.stream());
    }

    /** Whether all of it is strings. */
    boolean isPlain() {
        return bearer.map(member -> member.value() instanceof Node.Text).orElse(true)
                && named.map(RemoteSite::isMapOfTexts).orElse(true);
    }

    /** The headers that come of it. */
    List<SentHeader> sent() {
        List<SentHeader> sent = new ArrayList<>();
        bearer.ifPresent(member -> {
            if (member.value() instanceof Node.Text text) {
                sent.add(new SentHeader(AUTHORIZATION, SCHEME, text.value()));
            }
        });
        named.ifPresent(member -> {
            if (member.value() instanceof Node.Members map) {
                map.members().forEach(pair -> {
                    if (pair.value() instanceof Node.Text text) {
                        sent.add(new SentHeader(pair.name(), "", text.value()));
                    }
                });
            }
        });
        return List.copyOf(sent);
    }

    /** The edits after which {@code entry} lets the variables through instead; {@code url} is one of its members. */
    Optional<List<Edit>> toPassed(Notation notation, Entry entry, Node.Member url) {
        if (isEmpty()) {
            return Optional.of(List.of());
        }
        List<String> variables =
                sent().stream().map(SentHeader::variable).distinct().toList();
        if (variables.isEmpty() || entry.value().get(PASSED).isPresent() || !(notation instanceof TomlNotation toml)) {
            return Optional.empty();
        }
        Composite list = new Composite.Listed(Word.fresh(variables));
        List<Edit> edits = new ArrayList<>();
        Optional<Node.Member> place =
                members().filter(member -> isInOnePlace(toml, member)).findFirst();
        if (place.isPresent()) {
            edits.add(toml.key(place.get(), PASSED));
            edits.add(toml.replace(place.get(), list));
        } else {
            edits.add(toml.add(url, PASSED, list));
        }
        for (Node.Member member :
                members().filter(member -> !place.equals(Optional.of(member))).toList()) {
            Optional<Edit> gone = toml.removal(entry.path(), member.name())
                    .or(() -> behindAnother(toml, entry, member))
                    .filter(edit -> entry.owns(edit.span())
                            && !edit.span().in(toml.text()).contains(COMMENT));
            if (gone.isEmpty()) {
                return Optional.empty();
            }
            edits.add(gone.get());
        }
        return Optional.of(List.copyOf(edits));
    }

    private static boolean isInOnePlace(Notation notation, Node.Member member) {
        return member.value() instanceof Node.Text
                || notation.text().charAt(member.value().span().from()) == '{';
    }

    private static Optional<Edit> behindAnother(Notation notation, Entry entry, Node.Member member) {
        List<Node.Member> all = entry.value().members();
        int at = all.indexOf(member);
        return at < 1
                ? Optional.empty()
                : Removal.behind(notation, entry, all.get(at - 1), member).map(span -> new Edit(span, ""));
    }

    /**
     * The edits after which {@code entry} says {@code headers} again, and lets no variable through. Nothing where it lets others
     * through than those of the headers, or where the headers are not of these kinds.
     */
    static Optional<List<Edit>> ofPassed(Notation notation, Entry entry, List<SentHeader> headers) {
        Optional<Node.Member> passed = entry.value().get(PASSED);
        if (headers.isEmpty()) {
            return passed.isEmpty() ? Optional.of(List.of()) : Optional.empty();
        }
        List<SentHeader> bearers =
                headers.stream().filter(header -> !header.scheme().isEmpty()).toList();
        boolean known = bearers.size() <= 1
                && bearers.stream().allMatch(header -> header.equals(bearerOf(header.variable())))
                && notation instanceof TomlNotation;
        Set<String> variables = headers.stream().map(SentHeader::variable).collect(Collectors.toSet());
        return passed.filter(member -> known
                        && entry.owns(member.key())
                        && member.value() instanceof Node.Items list
                        && list.words().map(Set::copyOf).equals(Optional.of(variables)))
                .map(member -> ofPassed(notation, member, bearers, headers));
    }

    private static List<Edit> ofPassed(
            Notation notation, Node.Member passed, List<SentHeader> bearers, List<SentHeader> headers) {
        List<Composite.Pair> pairs = headers.stream()
                .filter(header -> header.scheme().isEmpty())
                .map(header -> new Composite.Pair(header.name(), new Word.Fresh(header.variable())))
                .toList();
        Composite named = new Composite.Named(pairs);
        if (bearers.isEmpty()) {
            return List.of(notation.key(passed, NAMED), notation.replace(passed, named));
        }
        Word token = new Word.Fresh(bearers.getFirst().variable());
        List<Edit> edits = new ArrayList<>(
                List.of(notation.key(passed, BEARER), notation.replace(passed, new Composite.One(token))));
        if (!pairs.isEmpty()) {
            edits.add(notation.add(passed, NAMED, named));
        }
        return List.copyOf(edits);
    }

    private static SentHeader bearerOf(String variable) {
        return new SentHeader(AUTHORIZATION, SCHEME, variable);
    }
}
