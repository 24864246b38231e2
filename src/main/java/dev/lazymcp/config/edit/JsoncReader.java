package dev.lazymcp.config.edit;

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * JSON with comments and trailing commas, as the clients read it, to nodes with spans. What only JSON5 allows is a fault: a
 * client would refuse the file too, and an edit would hide that.
 */
public final class JsoncReader {
    // A fault is printed; what stands in the file at that place may be a secret, so no part of it goes into the
    // message.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1_000_000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .errorReportConfiguration(
                    ErrorReportConfiguration.builder().maxErrorTokenLength(0).build())
            .build();

    private final String text;
    private final int start;
    private final JsonParser parser;
    private final Deque<Open> open = new ArrayDeque<>();

    private JsoncReader(String text, int start, JsonParser parser) {
        this.text = text;
        this.start = start;
        this.parser = parser;
    }

    /** Reads the one value that {@code text} holds. */
    public static Node read(String text) throws SyntaxException {
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        try (JsonParser parser = FACTORY.createParser(text.substring(start))) {
            return new JsoncReader(text, start, parser).document();
        } catch (StreamReadException fault) {
            long offset = fault.getLocation() == null ? 0 : fault.getLocation().getCharOffset();
            throw new SyntaxException(
                    Position.of(text, start + (int) Math.max(0, offset)), JsonFault.of(fault.getOriginalMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    private Node document() throws IOException, SyntaxException {
        if (parser.nextToken() == null) {
            throw new SyntaxException(Position.of(text, text.length()), "the file ends before any value");
        }
        Node root = value();
        if (parser.nextToken() != null) {
            throw new SyntaxException(Position.of(text, tokenStart()), "something follows the end of the document");
        }
        return root;
    }

    // A stack of its own instead of recursion: depth is the file's choice, the thread's stack is not.
    private Node value() throws IOException {
        while (true) {
            Optional<Node> done = token(parser.currentToken());
            if (done.isPresent()) {
                Open parent = open.peek();
                if (parent == null) {
                    return done.get();
                }
                parent.add(done.get());
            }
            parser.nextToken();
        }
    }

    private Optional<Node> token(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT, START_ARRAY -> {
                open.push(new Open(tokenStart()));
                yield Optional.empty();
            }
            case FIELD_NAME -> {
                open.element().name(quoted(tokenStart()), parser.currentName());
                yield Optional.empty();
            }
            case END_OBJECT -> {
                Open top = open.pop();
                yield Optional.of(new Node.Members(new Span(top.from, tokenStart() + 1), List.copyOf(top.members)));
            }
            case END_ARRAY -> {
                Open top = open.pop();
                yield Optional.of(new Node.Items(new Span(top.from, tokenStart() + 1), List.copyOf(top.items)));
            }
            case VALUE_STRING -> Optional.of(new Node.Text(quoted(tokenStart()), parser.getText()));
            default -> {
                Span span = new Span(tokenStart(), tokenStart() + parser.getTextLength());
                yield Optional.of(new Node.Scalar(span, span.in(text)));
            }
        };
    }

    private int tokenStart() {
        return start + (int) parser.currentTokenLocation().getCharOffset();
    }

    // The parser reads ahead of names and behind strings, so it cannot say where a quoted token ends; the text can.
    private Span quoted(int from) {
        int at = from + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return new Span(from, Math.min(at + 1, text.length()));
    }

    /** A list or map whose end has not been seen. */
    private static final class Open {
        private final int from;
        private final List<Node> items = new ArrayList<>();
        private final List<Node.Member> members = new ArrayList<>();
        private Span key = new Span(0, 0);
        private String name = "";
        private boolean named;

        Open(int from) {
            this.from = from;
        }

        void name(Span where, String what) {
            key = where;
            name = what;
            named = true;
        }

        void add(Node value) {
            if (named) {
                members.add(new Node.Member(key, name, value));
                named = false;
            } else {
                items.add(value);
            }
        }
    }
}
