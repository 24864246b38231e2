package dev.lazymcp.config.edit;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of a config file to text and back. The decoding is strict, so that text and bytes stand for each other exactly and
 * an edit of the one is an edit of the other.
 */
public final class SourceText {
    private SourceText() {}

    /** Decodes UTF-8; a byte order mark stays as the first character. */
    public static String decode(byte[] bytes) throws SyntaxException {
        if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
            throw new SyntaxException(new Position(1, 1), "this is UTF-16; save the file as UTF-8 and run this again");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        boolean faulty = decoder.decode(in, out, true).isError();
        String text = out.flip().toString();
        if (faulty) {
            throw new SyntaxException(
                    Position.of(text, text.length()),
                    "not valid UTF-8 (byte 0x%02X); save the file as UTF-8 and run this again"
                            .formatted(bytes[in.position()] & 0xFF));
        }
        return text;
    }

    /** The bytes {@code text} was decoded from. */
    public static byte[] encode(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
    }
}
