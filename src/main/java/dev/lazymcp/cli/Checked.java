package dev.lazymcp.cli;

import dev.lazymcp.catalog.CatalogDiff;
import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.config.inventory.Transport;
import dev.lazymcp.probe.Visit;
import dev.lazymcp.shim.PromptCost;
import java.util.List;
import java.util.Optional;

/** What a check found out about one server. */
sealed interface Checked {
    /** The server. */
    CheckTarget target();

    /** What was to be expected of it and is not there. */
    List<MissingTool> missing();

    /**
     * It works.
     *
     * @param learned what it said of itself
     * @param visible the names of its tools that the entry lets through, in its order
     * @param cost what these cost in a prompt
     * @param refused whether its stub refuses it for these changes ({@code --pin}); the catalog keeps what was accepted
     * @param changes how its tools differ from when it was last seen; empty where it was not
     */
    record Working(
            CheckTarget target,
            Visit visit,
            CatalogEntry learned,
            List<String> visible,
            PromptCost cost,
            boolean refused,
            CatalogDiff changes,
            List<MissingTool> missing)
            implements Checked {}

    /**
     * It does not.
     *
     * @param failure why
     */
    record Failed(CheckTarget target, Visit visit, Visit.Failure failure, List<MissingTool> missing)
            implements Checked {}

    /** It was not tried. */
    record Unsupported(CheckTarget target, Transport transport, String reason) implements Checked {
        @Override
        public List<MissingTool> missing() {
            return List.of();
        }
    }

    /**
     * The result of a visit.
     *
     * @param before what the catalog knew
     * @param accept whether changed tools of a server that is pinned are accepted
     */
    static Checked of(
            CheckTarget target,
            ServerLaunch.Startable launch,
            Visit visit,
            Optional<CatalogEntry> before,
            boolean accept) {
        var known = before.map(CatalogEntry::tools).orElse(List.of());
        if (visit.failure().isPresent() || visit.learned().isEmpty()) {
            return new Failed(
                    target, visit, visit.failure().orElseThrow(), MissingTool.ofFailed(target.namedTools(), known));
        }
        CatalogEntry learned = visit.learned().get();
        var options = launch.definition().options();
        CatalogDiff changes = before.map(entry -> CatalogDiff.between(entry.tools(), learned.tools()))
                .orElseGet(() -> new CatalogDiff(List.of(), List.of(), List.of()));
        return new Working(
                target,
                visit,
                learned,
                learned.tools().stream()
                        .map(tool -> tool.name())
                        .filter(options::allows)
                        .toList(),
                PromptCost.of(options, learned.tools(), target.entry().client()),
                options.pinned() && !accept && !changes.isEmpty(),
                changes,
                MissingTool.ofWorking(target.namedTools(), known, learned.tools()));
    }
}
