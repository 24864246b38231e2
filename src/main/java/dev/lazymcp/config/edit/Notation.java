package dev.lazymcp.config.edit;

import java.util.List;

/** How one file spells what an edit puts into it: in its format, and in the manner of what stands around. */
sealed interface Notation permits JsonNotation, TomlNotation, YamlNotation {
    /** The whole file. */
    String text();

    /** The edit that gives {@code member} another name. */
    Edit key(Node.Member member, String name);

    /** The edit that puts {@code word} in the place of the value of {@code member}, a string. */
    Edit value(Node.Member member, Word word);

    /**
     * The edits that put {@code words} in the place of the first {@code count} items of the list that is the value of
     * {@code member}. The other items and all comments that are not among the first keep their bytes.
     */
    List<Edit> items(Node.Member member, int count, List<Word> words);

    /** The edit that puts {@code value} in the place of the value of {@code member}, which stands in one place. */
    Edit replace(Node.Member member, Composite value);

    /** The edit that adds a member {@code name} with {@code value} behind {@code neighbour}. */
    Edit add(Node.Member neighbour, String name, Composite value);

    /** The edit that adds a member {@code name}, a string, before {@code first}, the first of a map. */
    Edit addBefore(Node.Member first, String name, Word value);

    /**
     * The stretches of the text that belong to an entry and to nothing else, in order. An edit of the entry is within one of
     * them, and they are as many before it as after it.
     *
     * @param path of the entry
     * @param value as it stands in the file, maybe an alias
     */
    List<Span> parts(EntryPath path, Node value);
}
