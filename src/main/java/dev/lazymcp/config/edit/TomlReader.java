package dev.lazymcp.config.edit;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.List;
import java.util.Optional;

/**
 * TOML to nodes with spans. No TOML library for the JVM says where a value ends, so the work is divided: the library decides
 * whether a file is valid and what its strings say, {@link TomlScanner} finds where keys and values stand in a file that the
 * library accepted. A generated test holds the two together.
 */
final class TomlReader {
    private static final TomlMapper LIBRARY = TomlMapper.builder(TomlFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    private TomlReader() {}

    /** Reads {@code text}. */
    static Document read(String text) throws SyntaxException {
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        try {
            LIBRARY.readTree(text.substring(start));
        } catch (JsonProcessingException fault) {
            // The library's messages hold no part of the text, which may be a secret.
            int offset = Optional.ofNullable(fault.getLocation())
                    .map(JsonLocation::getCharOffset)
                    .orElse(0L)
                    .intValue();
            throw TomlFault.of(text, start + Math.max(0, offset), fault.getOriginalMessage());
        }
        TomlScanner scanner = new TomlScanner(text, start);
        TomlTable root = scanner.document();
        TomlNotation notation = new TomlNotation(text, scanner.statements());
        Node.Members top = root.toNode();
        return new Document(
                notation, Optional.of(top), EntryFinder.TOML.find(notation, top), scanner.comments(), List.of());
    }

    /** What the string {@code spelled}, with its quotes, says. */
    static String value(String spelled) {
        try {
            return LIBRARY.readTree("s = " + spelled).path("s").textValue();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a string of a valid file is not valid", impossible);
        }
    }
}
