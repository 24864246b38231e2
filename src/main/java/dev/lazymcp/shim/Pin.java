package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogDiff;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tools of a server as they were accepted ({@code --pin}). A definition that changes under its name is how a server, or who took it
 * over, gets a model to do something else than was approved.
 *
 * @param accepted all of them
 */
record Pin(List<Tool> accepted) {
    private static final int MOST_NAMED = 5;
    private static final int LONGEST_NAME = 60;

    /** Copies the list. */
    Pin {
        accepted = List.copyOf(accepted);
    }

    /** Why {@code listed}, all that the server lists now, is not what was accepted; empty where it is. */
    String fault(String server, List<Tool> listed) {
        return fault(server, CatalogDiff.between(accepted, listed), true);
    }

    /** The same of a part of the list, by which nobody can tell what is missing. */
    String faultOfPart(String server, List<Tool> listed) {
        return fault(server, CatalogDiff.between(accepted, listed), false);
    }

    private static String fault(String server, CatalogDiff diff, boolean whole) {
        List<String> parts = new ArrayList<>();
        if (!diff.changed().isEmpty()) {
            parts.add("changed: "
                    + names(diff.changed().stream().map(Pin::described).toList()));
        }
        if (!diff.added().isEmpty()) {
            parts.add("new: " + names(diff.added().stream().map(Pin::shortened).toList()));
        }
        if (whole && !diff.removed().isEmpty()) {
            parts.add(
                    "gone: " + names(diff.removed().stream().map(Pin::shortened).toList()));
        }
        return parts.isEmpty()
                ? ""
                : "its tools are not those that were accepted (--pin): " + String.join("; ", parts)
                        + ". Look at them, and if they are right run: lazymcp check --accept " + server;
    }

    private static String described(CatalogDiff.Change change) {
        List<String> parts = change.parts().stream()
                .map(part -> part.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .toList();
        return shortened(change.name()) + " (" + String.join(", ", parts) + ")";
    }

    private static String shortened(String name) {
        return Text.oneLine(name, LONGEST_NAME);
    }

    private static String names(List<String> all) {
        String first = String.join(", ", all.subList(0, Math.min(MOST_NAMED, all.size())));
        return all.size() <= MOST_NAMED ? first : first + " and " + (all.size() - MOST_NAMED) + " more";
    }
}
