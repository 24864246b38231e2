package dev.lazymcp.cli;

import dev.lazymcp.catalog.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A tool that was to be expected and is not there.
 *
 * @param tool its name
 * @param reason why it was expected
 */
record MissingTool(String tool, Reason reason) {
    /** Why a tool was expected. */
    enum Reason {
        /** The entry's list of tools names it, and the server does not offer it. */
        NOT_OFFERED,
        /** The server offered it when it was last seen, and no longer does. */
        GONE,
        /** Its server failed. */
        SERVER_FAILED;

        /** As reports spell it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Of a server that works.
     *
     * @param named what the entry's list names; empty where there is no list, which allows all
     * @param before what the server offered when it was last seen
     * @param now what it offers
     */
    static List<MissingTool> ofWorking(List<String> named, List<Tool> before, List<Tool> now) {
        List<String> offered = now.stream().map(Tool::name).toList();
        SequencedMap<String, Reason> missing = new LinkedHashMap<>();
        named.forEach(name -> missing.put(name, Reason.NOT_OFFERED));
        expected(named, before).forEach(name -> missing.put(name, Reason.GONE));
        offered.forEach(missing::remove);
        return list(missing);
    }

    /** Of a server that failed; as above. */
    static List<MissingTool> ofFailed(List<String> named, List<Tool> before) {
        SequencedMap<String, Reason> missing = new LinkedHashMap<>();
        named.forEach(name -> missing.put(name, Reason.SERVER_FAILED));
        expected(named, before).forEach(name -> missing.put(name, Reason.SERVER_FAILED));
        return list(missing);
    }

    private static List<String> expected(List<String> named, List<Tool> before) {
        return before.stream()
                .map(Tool::name)
                .filter(name -> named.isEmpty() || named.contains(name))
                .toList();
    }

    private static List<MissingTool> list(Map<String, Reason> missing) {
        return missing.entrySet().stream()
                .map(entry -> new MissingTool(entry.getKey(), entry.getValue()))
                .toList();
    }
}
