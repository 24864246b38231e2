package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * @param url the address
     * @param urlKey the member that holds it
     * @param type the type, where the entry has one
     * @param headersKey the member that holds the headers
     * @param headers the name of each header by the variable that has its value
     */
    public record Original(String url, String urlKey, String type, String headersKey, Map<String, String> headers) {
        /** Copies the map. */
        public Original {
            headers = Map.copyOf(headers);
        }
    }

    /** The edits after which the entry says {@code original}; none where it has been changed so that they cannot be told. */
    public Optional<List<Edit>> toRemote(Original original) {
        Notation notation = document.notation();
        Node.Members value = entry.value();
        Optional<Node.Member> command = value.get(entry.path().isGoose() ? "cmd" : "command");
        if (command.isEmpty() || !entry.owns(command.get().key())) {
            return Optional.empty();
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(notation.key(command.get(), original.urlKey));
        Optional<Node.Member> args = value.get("args");
        boolean joined = command.get().value() instanceof Node.Items;
        Optional<Span> gone = args.flatMap(member -> withGap(command.get(), member));
        if (!joined && gone.isEmpty()) {
            return Optional.empty();
        }
        Word url = new Word.Fresh(original.url);
        if (joined) {
            edits.add(new Edit(command.get().value().span(), QuotedString.of(original.url)));
        } else {
            edits.add(notation.value(command.get(), url));
            edits.add(new Edit(gone.orElseThrow(), ""));
        }
        value.get("type").ifPresent(member -> edits.add(notation.value(member, new Word.Fresh(original.type))));
        if (!original.headers.isEmpty()) {
            Optional<List<Edit>> headers = headers(original);
            if (headers.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(headers.get());
        }
        return Optional.of(List.copyOf(edits));
    }

    /** The variables become headers again; one that is none is no header, and has no other place. */
    private Optional<List<Edit>> headers(Original original) {
        Notation notation = document.notation();
        List<Node.Member> holders = List.of("env", "environment", "envs").stream()
                .flatMap(key -> entry.value().get(key).stream())
                .toList();
        if (holders.size() != 1 || !(holders.getFirst().value() instanceof Node.Members variables)) {
            return Optional.empty();
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(notation.key(holders.getFirst(), original.headersKey));
        for (Node.Member variable : variables.members()) {
            String header = original.headers.get(variable.name());
            if (header == null) {
                return Optional.empty();
            }
            edits.add(notation.key(variable, header));
        }
        return Optional.of(edits);
    }

    /** {@code second}, right behind {@code first}, with what separates the two; none where something else would be lost with it. */
    private Optional<Span> withGap(Node.Member first, Node.Member second) {
        String text = document.text();
        int end = first.value().span().to();
        int key = second.key().from();
        if (!entry.owns(second.key()) || end > key) {
            return Optional.empty();
        }
        int to = second.value().span().to();
        if (text.substring(end, key).chars().allMatch(c -> c == ',' || Character.isWhitespace(c))) {
            return Optional.of(new Span(end, to));
        }
        // A comment at the end of the line stays.
        int lineEnd = Layout.lineEnd(text, end);
        boolean lines = !(document.notation() instanceof JsonNotation) && lineEnd <= key;
        return lines && isLead(text.substring(lineEnd, key), first)
                ? Optional.of(new Span(lineEnd, to))
                : Optional.empty();
    }

    /** Whether {@code gap} is nothing, or the parts of a dotted key that {@code first} has as well. */
    private boolean isLead(String gap, Node.Member first) {
        int key = first.key().from();
        String lead = document.text().substring(Layout.lineStart(document.text(), key), key);
        return gap.isBlank() || gap.strip().equals(lead.strip());
    }
}
