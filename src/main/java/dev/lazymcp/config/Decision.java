package dev.lazymcp.config;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.edit.Anchor;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Span;
import java.util.List;
import java.util.Optional;

/**
 * What is to become of one entry.
 *
 * @param path which entry
 * @param outcome what is done
 * @param reason why, for people
 * @param edits that do it
 */
record Decision(EntryPath path, Outcome outcome, String reason, List<Edit> edits) {
    /** Copies the list. */
    Decision {
        edits = List.copyOf(edits);
    }

    /** The decision to leave the entry at {@code path}. */
    static Decision left(EntryPath path, String reason) {
        return new Decision(path, Outcome.LEFT, reason, List.of());
    }

    /**
     * The plan that does all of {@code decisions}, but for those that would change what another place of the file stands for
     * and that is to stay.
     */
    static Plan plan(Document document, List<Decision> decisions) {
        List<Decision> kept = decisions;
        List<Decision> before;
        // A decision that is given up may leave an alias that others counted on to go.
        do {
            before = kept;
            List<Edit> all = edits(before);
            kept = before.stream()
                    .map(decision -> decision.unlessHarmful(document, all))
                    .toList();
        } while (!kept.equals(before));
        return new Plan(
                document, edits(kept), kept.stream().map(Decision::report).toList());
    }

    private static List<Edit> edits(List<Decision> decisions) {
        return decisions.stream().flatMap(decision -> decision.edits.stream()).toList();
    }

    private Decision unlessHarmful(Document document, List<Edit> all) {
        Optional<Anchor> shared = document.anchors().stream()
                .filter(anchor -> edits.stream().anyMatch(edit -> anchor.span().contains(edit.span())))
                .filter(anchor -> !anchor.aliases().stream().allMatch(alias -> isReplaced(alias, all)))
                .findFirst();
        return shared.map(anchor -> new Decision(
                        path,
                        Outcome.REJECTED,
                        "it shares &" + anchor.name() + " with another part of the file, which would change too; write"
                                + " the value out there instead of *" + anchor.name(),
                        List.of()))
                .orElse(this);
    }

    private static boolean isReplaced(Span alias, List<Edit> edits) {
        return edits.stream().anyMatch(edit -> edit.span().contains(alias));
    }

    private EntryReport report() {
        return new EntryReport(path, outcome, reason);
    }
}
