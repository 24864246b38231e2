package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * YAML 1.2 to nodes with spans, from the library's events: they have marks where values begin and end, and they tell aliases from
 * what these stand for. Of several documents the first is read, as clients do.
 */
final class YamlReader {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();

    private final String text;
    private final CodePoints offsets;

    private YamlReader(String text) {
        this.text = text;
        this.offsets = CodePoints.of(text);
    }

    /** Reads {@code text}. */
    static Document read(String text) throws SyntaxException {
        YamlReader reader = new YamlReader(text);
        refuseLoneReturn(text);
        try {
            return reader.document();
        } catch (MarkedYamlEngineException fault) {
            int offset = fault.getProblemMark()
                    .or(fault::getContextMark)
                    .map(reader::offset)
                    .orElse(0);
            throw new SyntaxException(Position.of(text, offset), fault.getProblem());
        } catch (ReaderException fault) {
            throw new SyntaxException(
                    Position.of(text, reader.offsets.offset(fault.getPosition())),
                    "YAML does not allow this character");
        } catch (YamlEngineException fault) {
            throw new SyntaxException(new Position(1, 1), "this is not YAML: " + fault.getMessage());
        }
    }

    // To YAML it ends a line, to editors and to what we put in it does not: indentation would come out wrong.
    private static void refuseLoneReturn(String text) throws SyntaxException {
        for (int at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
            if (at + 1 == text.length() || text.charAt(at + 1) != '\n') {
                throw new SyntaxException(
                        Position.of(text, at),
                        "a carriage return without a line feed ends the line here; end all lines alike");
            }
        }
    }

    private Document document() throws SyntaxException {
        YamlTree tree = new YamlTree(text);
        // To the end of all documents, so that a fault in a later one is found too.
        for (Event event : new Parse(SETTINGS).parseString(text)) {
            tree.accept(event, new Span(offset(event.getStartMark()), offset(event.getEndMark())));
        }
        YamlNotation notation = new YamlNotation(text, tree.flows());
        Optional<Node> root = tree.root();
        List<Entry> entries = root.isPresent() ? EntryFinder.YAML.find(notation, root.get()) : List.of();
        return new Document(notation, root, entries, remarks(root, tree.end()), tree.anchors());
    }

    private List<Span> remarks(Optional<Node> root, int end) {
        String first = text.substring(0, end);
        List<Span> remarks = new ArrayList<>(Gap.comments(
                first, CommentStyle.HASH_AFTER_BLANK, root.map(Token::below).orElse(List.of())));
        if (!text.substring(end).isBlank()) {
            remarks.add(new Span(end, text.length()));
        }
        return List.copyOf(remarks);
    }

    private int offset(Optional<Mark> mark) {
        return mark.map(this::offset).orElse(0);
    }

    private int offset(Mark mark) {
        return offsets.offset(mark.getIndex());
    }
}
