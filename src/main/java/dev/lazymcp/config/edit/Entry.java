package dev.lazymcp.config.edit;

/**
 * A server's entry in a file.
 *
 * @param path what identifies it
 * @param value its members and where they stand
 */
public record Entry(EntryPath path, Node.Members value) {
    /** Where the entry's value stands. */
    public Span span() {
        return value.span();
    }
}
