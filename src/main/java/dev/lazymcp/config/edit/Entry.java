package dev.lazymcp.config.edit;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A server's entry in a file.
 *
 * @param path what identifies it
 * @param value its members and where they stand
 * @param parts the stretches of the text that belong to it alone, in order; more than one if the format lets it be scattered
 */
public record Entry(EntryPath path, Node.Members value, List<Span> parts) {
    /** Copies the list. */
    public Entry {
        parts = List.copyOf(parts);
    }

    /** Whether {@code span} is within the entry, not in something that it shares with others. */
    public boolean owns(Span span) {
        return parts.stream().anyMatch(part -> part.contains(span));
    }

    /** The text of each part in {@code text}, the whole file. */
    public List<String> texts(String text) {
        return parts.stream().map(part -> part.in(text)).toList();
    }

    /** The edits that put {@code texts} in the place of the parts, of which there are as many. */
    public List<Edit> replaceBy(List<String> texts) {
        if (texts.size() != parts.size()) {
            throw new IllegalArgumentException(texts.size() + " texts for " + parts.size() + " parts");
        }
        return IntStream.range(0, texts.size())
                .mapToObj(i -> new Edit(parts.get(i), texts.get(i)))
                .toList();
    }
}
