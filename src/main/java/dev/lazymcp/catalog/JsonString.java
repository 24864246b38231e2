package dev.lazymcp.catalog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Java strings as JSON strings. */
final class JsonString {
    private static final String HEX = "0123456789abcdef";

    private JsonString() {}

    /** {@code text} in quotes, in UTF-8. Reading it gives the same chars: a lone surrogate, too, which is escaped. */
    static byte[] encode(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 16);
        out.write('"');
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            if (c == '"' || c == '\\') {
                out.write('\\');
                out.write(c);
            } else if (c < ' ' || c == 0x7F || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
                escape(out, c);
            } else if (c < 0x80) {
                out.write(c);
            } else {
                byte[] utf8 = Character.toString(c).getBytes(StandardCharsets.UTF_8);
                out.write(utf8, 0, utf8.length);
            }
        }
        out.write('"');
        return out.toByteArray();
    }

    private static void escape(ByteArrayOutputStream out, int c) {
        out.write('\\');
        switch (c) {
            case '\n' -> out.write('n');
            case '\r' -> out.write('r');
            case '\t' -> out.write('t');
            default -> {
                out.write('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.write(HEX.charAt(c >> shift & 15));
                }
            }
        }
    }
}
