package dev.lazymcp.config.edit;

/**
 * Something in the place of an entry that is none.
 *
 * @param path where an entry would be
 * @param value what is there
 */
public record Misfit(EntryPath path, Node value) {
    /** What it is, for people; never what it says. */
    public String kind() {
        return switch (value.resolved()) {
            case Node.Text _ -> "a string";
            case Node.Items _ -> "a list";
            case Node.Scalar scalar when scalar.isNull() -> "null";
            case Node.Scalar scalar when isBoolean(scalar.literal()) -> "true or false";
            case Node.Scalar _ -> "a number";
            case Node.Members _, Node.Alias _ -> throw new IllegalStateException("a map is an entry");
        };
    }

    private static boolean isBoolean(String literal) {
        return literal.equals("true") || literal.equals("false");
    }
}
