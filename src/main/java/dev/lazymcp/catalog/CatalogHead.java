package dev.lazymcp.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a {@link CatalogEntry} that answers {@code initialize} and names what is inside: all a dormant stub needs
 * in most sessions, read without the rest of the file.
 *
 * @param protocolVersions the version a client asked for, to the version the server answered
 * @param capabilities raw JSON object, as in the server's {@code InitializeResult}; shared, not to be written to
 * @param serverInfo raw JSON object, likewise
 * @param instructions the server's instructions, when it has some
 * @param toolNames the names of its tools in the order of the server
 * @param startMillis how long its last start took, 0 where that is not known
 */
@SuppressWarnings("ArrayRecordComponent") // equal by content, see equals
public record CatalogHead(
        Map<String, String> protocolVersions,
        byte[] capabilities,
        byte[] serverInfo,
        Optional<String> instructions,
        List<String> toolNames,
        int startMillis) {

    /** Whether the server was seen to refuse {@code initialize} and to speak {@link ProtocolVersions#MODERN} instead. */
    public boolean isModern() {
        return protocolVersions.containsValue(ProtocolVersions.MODERN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CatalogHead that
                && protocolVersions.equals(that.protocolVersions)
                && Arrays.equals(capabilities, that.capabilities)
                && Arrays.equals(serverInfo, that.serverInfo)
                && instructions.equals(that.instructions)
                && toolNames.equals(that.toolNames)
                && startMillis == that.startMillis;
    }

    @Override
    public int hashCode() {
        return 31 * protocolVersions.hashCode() + toolNames.hashCode();
    }
}
