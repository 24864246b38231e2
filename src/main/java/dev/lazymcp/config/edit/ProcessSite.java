package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An entry that starts a stub in front of a server somewhere else, as {@link RemoteSite#toProcess} made it or a person wrote it.
 *
 * @param document the whole file
 * @param entry the entry
 */
public record ProcessSite(Document document, Entry entry) {
    /**
     * What the entry is to say again.
     *
     * @param url the address; nothing where it is the value of {@link RemoteSite#ADDRESS}
     * @param urlKey the member that holds it
     * @param type the type, where the entry has one
     * @param headersKey the member that holds the headers, with that of the member around it
     * @param headers the headers, each with the variable that has its value
     */
    public record Original(
            Optional<String> url, String urlKey, String type, String headersKey, List<SentHeader> headers) {
        /** Copies the list. */
        public Original {
            headers = List.copyOf(headers);
        }
    }

    /** The address that the entry is to have; none where its variable is gone. */
    public Optional<String> address(Original original) {
        return original.url.or(() -> variables().stream()
                .filter(ProcessSite::isAddress)
                .flatMap(member -> member.value() instanceof Node.Text text ? Stream.of(text.value()) : Stream.of())
                .findFirst());
    }

    /** The edits after which the entry says {@code original}; none where it has been changed so that they cannot be told. */
    public Optional<List<Edit>> toRemote(Original original) {
        Node.Members value = entry.value();
        Optional<Node.Member> command = value.get(entry.path().isGoose() ? "cmd" : "command");
        Optional<Word> url = url(original);
        if (command.isEmpty() || url.isEmpty() || !entry.owns(command.get().key())) {
            return Optional.empty();
        }
        return new Rebuilding(original, command.get(), url.get()).edits();
    }

    private Optional<Word> url(Original original) {
        return original.url
                .<Word>map(Word.Fresh::new)
                .or(() -> variables().stream()
                        .filter(ProcessSite::isAddress)
                        .findFirst()
                        .flatMap(member -> address(original).map(text -> new Word.Kept(member.value(), text))));
    }

    private static boolean isAddress(Node.Member variable) {
        return variable.name().equals(RemoteSite.ADDRESS);
    }

    private List<Node.Member> holders() {
        return Stream.of("env", "environment", "envs")
                .flatMap(key -> entry.value().get(key).stream())
                .toList();
    }

    private List<Node.Member> variables() {
        return holders().stream()
                .flatMap(holder -> holder.value() instanceof Node.Members map ? map.members().stream() : Stream.of())
                .toList();
    }

    /** The way back of one entry. */
    private final class Rebuilding {
        private final Original original;
        private final Node.Member command;
        private final Word url;
        private final Notation notation = document.notation();
        private final List<Edit> edits = new ArrayList<>();
        private Node.Member last;
        private boolean clear = true;

        Rebuilding(Original original, Node.Member command, Word url) {
            this.original = original;
            this.command = command;
            this.url = url;
            this.last = command;
        }

        Optional<List<Edit>> edits() {
            edits.add(notation.key(command, original.urlKey));
            if (command.value() instanceof Node.Items) {
                edits.add(notation.replace(command, new Composite.One(url)));
            } else {
                edits.add(notation.value(command, url));
                remove(entry.value().get("args"));
            }
            entry.value()
                    .get("type")
                    .ifPresent(member -> edits.add(notation.value(member, new Word.Fresh(original.type))));
            environment();
            return clear ? Optional.of(List.copyOf(edits)) : Optional.empty();
        }

        private void require(boolean condition) {
            clear &= condition;
        }

        /** Takes {@code member} out, which stands behind the last one that was, or behind the command. */
        private void remove(Optional<Node.Member> member) {
            Optional<Span> span = member.flatMap(found -> Removal.behind(notation, entry, last, found));
            require(span.isPresent());
            span.ifPresent(gone -> edits.add(new Edit(gone, "")));
            last = member.orElse(last);
        }

        /** The variables become headers again; one that is none is no header, and has no other place. */
        private void environment() {
            List<Node.Member> holders = holders();
            List<Node.Member> variables = variables();
            Map<String, String> own = new LinkedHashMap<>();
            List<SentHeader> borrowed = new ArrayList<>();
            for (SentHeader header : original.headers) {
                boolean here =
                        variables.stream().anyMatch(variable -> variable.name().equals(header.variable()));
                if (here) {
                    require(header.scheme().isEmpty());
                    own.put(header.variable(), header.name());
                } else {
                    borrowed.add(header);
                }
            }
            require(holders.size() <= 1
                    && holders.stream().allMatch(holder -> holder.value() instanceof Node.Members)
                    && (own.isEmpty() ? holders.isEmpty() || !variables.isEmpty() : !holders.isEmpty()));
            List<Node.Member> headers =
                    variables.stream().filter(variable -> !isMoved(variable)).toList();
            require(headers.stream().allMatch(variable -> own.containsKey(variable.name())));
            if (!clear) {
                return;
            }
            if (headers.isEmpty()) {
                holders.forEach(holder -> remove(Optional.of(holder)));
            } else {
                headers(holders.getFirst(), variables, headers, own);
            }
            passed(borrowed);
        }

        private boolean isMoved(Node.Member variable) {
            return original.url.isEmpty() && isAddress(variable);
        }

        private void headers(
                Node.Member holder, List<Node.Member> all, List<Node.Member> headers, Map<String, String> names) {
            Optional<List<Edit>> renamed = original.headersKey.equals(NestedHeaders.OUTER + "." + NestedHeaders.INNER)
                    ? NestedHeaders.nest(notation, holder)
                    : Optional.of(List.of(notation.key(holder, original.headersKey)));
            require(renamed.isPresent());
            renamed.ifPresent(edits::addAll);
            headers.forEach(
                    member -> edits.add(notation.key(member, names.getOrDefault(member.name(), member.name()))));
            if (headers.size() < all.size()) {
                Optional<Span> span = isMoved(all.getFirst())
                        ? Removal.before(notation, entry, all.getFirst(), all.get(1))
                        : Optional.empty();
                require(span.isPresent());
                span.ifPresent(found -> edits.add(new Edit(found, "")));
            }
        }

        private void passed(List<SentHeader> borrowed) {
            Optional<List<Edit>> back = BorrowedHeaders.ofPassed(notation, entry, borrowed);
            require(back.isPresent());
            back.ifPresent(edits::addAll);
        }
    }
}
