package dev.lazymcp.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a server without running it.
 *
 * <p>Arrays are raw JSON exactly as the server sent it, so that number spelling, member order, duplicate members and
 * escapes survive; they are shared, not to be written to.
 *
 * @param protocolVersions the version a client asked for, to the version the server answered
 * @param capabilities raw JSON object of the server's {@code InitializeResult}
 * @param serverInfo raw JSON object of the server's {@code InitializeResult}
 * @param instructions the server's instructions, when it has some
 * @param tools all pages of {@code tools/list}, in the order of the server
 * @param prompts raw objects of {@code prompts/list}
 * @param resources raw objects of {@code resources/list}
 * @param resourceTemplates raw objects of {@code resources/templates/list}
 * @param learnedAt when, as an ISO-8601 instant
 * @param learnedBy the version of lazymcp that asked the server
 * @param startMillis how many milliseconds its last start took, from the process to its list of tools; 0 where that is
 *     not known
 */
@SuppressWarnings("ArrayRecordComponent") // equal by content, see equals
public record CatalogEntry(
        Map<String, String> protocolVersions,
        byte[] capabilities,
        byte[] serverInfo,
        Optional<String> instructions,
        List<Tool> tools,
        List<byte[]> prompts,
        List<byte[]> resources,
        List<byte[]> resourceTemplates,
        String learnedAt,
        String learnedBy,
        int startMillis) {

    /**
     * What a server said of itself in one run.
     *
     * @param asked the protocol version it was asked for
     * @param lists by method, all lists but that of tools; those that are missing are empty
     * @param startMillis see {@link #startMillis}; more than an int holds is taken for the most it holds
     */
    public static CatalogEntry learned(
            ServerFacts facts,
            String asked,
            List<Tool> tools,
            Map<String, List<byte[]>> lists,
            String learnedAt,
            String learnedBy,
            long startMillis) {
        return new CatalogEntry(
                Map.of(asked, facts.protocolVersion()),
                facts.capabilities().toBytes(),
                facts.serverInfo().toBytes(),
                facts.instructions().isEmpty() ? Optional.empty() : Optional.of(facts.instructions()),
                tools,
                lists.getOrDefault("prompts/list", List.of()),
                lists.getOrDefault("resources/list", List.of()),
                lists.getOrDefault("resources/templates/list", List.of()),
                learnedAt,
                learnedBy,
                (int) Math.min(Integer.MAX_VALUE, startMillis));
    }

    /** The part of this that {@link CatalogStore#head} gives. */
    public CatalogHead head() {
        List<String> names = new ArrayList<>(tools.size());
        for (Tool tool : tools) {
            names.add(tool.name());
        }
        return new CatalogHead(protocolVersions, capabilities, serverInfo, instructions, names, startMillis);
    }

    /** This, with the answers to protocol versions that only {@code earlier} knows: each client teaches one. */
    public CatalogEntry withVersionsOf(CatalogEntry earlier) {
        Map<String, String> versions = new LinkedHashMap<>(earlier.protocolVersions);
        versions.putAll(protocolVersions);
        return new CatalogEntry(
                versions,
                capabilities,
                serverInfo,
                instructions,
                tools,
                prompts,
                resources,
                resourceTemplates,
                learnedAt,
                learnedBy,
                startMillis);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CatalogEntry that
                && head().equals(that.head())
                && tools.equals(that.tools)
                && sameBytes(prompts, that.prompts)
                && sameBytes(resources, that.resources)
                && sameBytes(resourceTemplates, that.resourceTemplates)
                && learnedAt.equals(that.learnedAt)
                && learnedBy.equals(that.learnedBy);
    }

    @Override
    public int hashCode() {
        return 31 * protocolVersions.hashCode() + tools.hashCode();
    }

    private static boolean sameBytes(List<byte[]> one, List<byte[]> other) {
        return Arrays.deepEquals(one.toArray(), other.toArray());
    }
}
