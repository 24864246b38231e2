package dev.lazymcp.upstream.http;

import java.net.InetAddress;
import java.util.Optional;

/**
 * The addresses that begin with the same bits (RFC 4632, RFC 4291).
 *
 * @param address one of them
 * @param bits how many bits are the same
 */
record Network(InetAddress address, int bits) {
    /** The network that {@code text} spells, {@code 10.0.0.0/8} or {@code fd00::/8}; empty where it spells none. */
    static Optional<Network> of(String text) {
        int slash = text.indexOf('/');
        String length = text.substring(slash + 1);
        boolean number =
                !length.isEmpty() && length.length() <= 3 && length.chars().allMatch(c -> c >= '0' && c <= '9');
        return slash < 0 || !number
                ? Optional.empty()
                : literal(text.substring(0, slash))
                        .map(address -> new Network(address, Integer.parseInt(length)))
                        .filter(network -> network.bits <= network.address.getAddress().length * Byte.SIZE);
    }

    /** Whether {@code host} is the literal of an address in it. */
    boolean contains(String host) {
        return literal(host).map(this::contains).orElse(false);
    }

    private boolean contains(InetAddress other) {
        byte[] these = address.getAddress();
        byte[] those = other.getAddress();
        if (these.length != those.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (these[i] != those[i]) {
                return false;
            }
        }
        int rest = bits % Byte.SIZE;
        return rest == 0 || ((((these[whole] ^ those[whole]) & 0xFF) >> (Byte.SIZE - rest)) == 0);
    }

    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException name) {
            return Optional.empty();
        }
    }
}
