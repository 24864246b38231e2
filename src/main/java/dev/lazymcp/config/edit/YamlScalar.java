package dev.lazymcp.config.edit;

import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** YAML's values that are neither lists nor maps, and how strings are spelled as such. */
final class YamlScalar {
    private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();
    private static final String PLAIN = "/._-\\:@+=%~";
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private YamlScalar() {}

    /** The node that {@code event} tells of, which stands at {@code span}. */
    static Node read(String text, ScalarEvent event, Span span) {
        String value = event.getValue();
        Tag tag = event.getTag().map(Tag::new).orElseGet(() -> RESOLVER.resolve(value, event.isPlain()));
        if (tag.equals(Tag.NULL)) {
            return new Node.Scalar(span, "null");
        }
        if (tag.equals(Tag.BOOL)) {
            return new Node.Scalar(span, value.toLowerCase(Locale.ROOT));
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return new Node.Scalar(span, value);
        }
        boolean block = event.isLiteral() || event.isFolded();
        int to = block ? span.from() + span.in(text).stripTrailing().length() : span.to();
        return new Node.Text(new Span(span.from(), to), value);
    }

    /** {@code value} in the kind of quotes that {@code model} has, if that can spell it; without quotes if it has none. */
    static String spelled(String value, String model) {
        if (model.startsWith("\"")) {
            return QuotedString.of(value);
        }
        boolean oneLine = value.chars().noneMatch(c -> QuotedString.isUnprintable((char) c));
        if (model.startsWith("'") && oneLine) {
            return "'" + value.replace("'", "''") + "'";
        }
        return isPlain(value) ? value : QuotedString.of(value);
    }

    /**
     * Whether {@code value} without quotes is that string to every reader, also to those of YAML 1.1, and also in a list between
     * brackets. In doubt it is not.
     */
    static boolean isPlain(String value) {
        int start = 0;
        while (start < value.length() && value.charAt(start) == '-') {
            start++;
        }
        if (start > 2
                || start == value.length()
                || value.endsWith(":")
                || WORDS.contains(value.toLowerCase(Locale.ROOT))) {
            return false;
        }
        char first = value.charAt(start);
        boolean begins =
                isLetter(first) || first == '/' || value.startsWith("./", start) || value.startsWith("../", start);
        return begins
                && value.chars().allMatch(c -> isLetter((char) c) || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
