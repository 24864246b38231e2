package dev.lazymcp.catalog;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What makes one server definition the same as another, as the name of its file in the catalog: a salted SHA-256 in
 * hexadecimal. Values cannot be read out of it, nor guessed without the salt.
 *
 * @param fileName 64 hexadecimal digits and {@code .json}
 */
public record Identity(String fileName) {
    private static final String SUFFIX = ".json";
    private static final int DIGITS = 64;
    private static final String HEX = "0123456789abcdef";

    /** Changes with the encoding of the parts, so that another encoding cannot give the same name by chance. */
    private static final String DOMAIN = "lazymcp identity 1";

    /** Refuses anything else, so that a name never leads out of the catalog's directory. */
    public Identity {
        boolean valid = fileName.length() == DIGITS + SUFFIX.length() && fileName.endsWith(SUFFIX);
        for (int i = 0; valid && i < DIGITS; i++) {
            valid = HEX.indexOf(fileName.charAt(i)) >= 0;
        }
        if (!valid) {
            throw new IllegalArgumentException("not an identity: " + fileName);
        }
    }

    /**
     * A server definition. Two that differ in anything given here are different servers to the catalog.
     *
     * @param name the name of the entry
     * @param command the program and its arguments; empty for a remote server
     * @param cwd the working directory of the entry, when it sets one
     * @param url the address of a remote server
     * @param env the environment variables of the entry; their order does not count
     * @param headers the HTTP headers of the entry; neither order nor the case of names counts (RFC 9110, section 5.1)
     */
    public record Definition(
            String name,
            List<String> command,
            Optional<String> cwd,
            Optional<String> url,
            Map<String, String> env,
            Map<String, String> headers) {
        /** Does not show values: they may be secret. */
        @Override
        public String toString() {
            return "Definition[" + name + "]";
        }
    }

    /** The identity of {@code definition} on the installation that {@code salt} belongs to. */
    public static Identity of(Salt salt, Definition definition) {
        Encoder encoder = new Encoder();
        encoder.text(DOMAIN);
        encoder.bytes(salt.bytes());
        encoder.text(definition.name());
        encoder.count(definition.command().size());
        for (String word : definition.command()) {
            encoder.text(word);
        }
        encoder.optional(definition.cwd());
        encoder.optional(definition.url());
        encoder.map(definition.env(), false);
        encoder.map(definition.headers(), true);
        return new Identity(hex(Sha256.digest(encoder.result())) + SUFFIX);
    }

    private static String hex(byte[] digest) {
        StringBuilder digits = new StringBuilder(DIGITS + SUFFIX.length());
        for (byte b : digest) {
            digits.append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
        }
        return digits.toString();
    }

    /** Every part after its length, so that no two definitions are written alike. */
    private static final class Encoder {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);

        void count(int n) {
            out.write(n >>> 24);
            out.write(n >>> 16);
            out.write(n >>> 8);
            out.write(n);
        }

        void bytes(byte[] bytes) {
            count(bytes.length);
            out.write(bytes, 0, bytes.length);
        }

        /** As UTF-16, which loses nothing: a Windows environment may hold lone surrogates. */
        void text(String text) {
            count(text.length());
            for (int i = 0; i < text.length(); i++) {
                out.write(text.charAt(i) >>> 8);
                out.write(text.charAt(i));
            }
        }

        void optional(Optional<String> text) {
            count(text.isPresent() ? 1 : 0);
            if (text.isPresent()) {
                text(text.get());
            }
        }

        /** Sorted, since a map of the same pairs is the same map. */
        void map(Map<String, String> map, boolean foldCase) {
            String[] pairs = new String[map.size()];
            int n = 0;
            for (Map.Entry<String, String> entry : map.entrySet()) {
                String key = foldCase ? lowerCase(entry.getKey()) : entry.getKey();
                pairs[n++] = "" + (char) (key.length() >>> 16) + (char) key.length() + key + entry.getValue();
            }
            Arrays.sort(pairs);
            count(n);
            for (String pair : pairs) {
                text(pair);
            }
        }

        /** ASCII only, as header names are. */
        private static String lowerCase(String name) {
            StringBuilder lower = new StringBuilder(name.length());
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                lower.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
            }
            return lower.toString();
        }

        byte[] result() {
            return out.toByteArray();
        }
    }
}
