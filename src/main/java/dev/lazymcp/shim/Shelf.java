package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the client is shown of one definition of a server, and what is known of the server behind it. Guarded by the lock of
 * {@link Stub}.
 */
final class Shelf {
    private final StubOptions options;
    private final Catalog catalog;
    private final ToolFilter filter;
    private final Exposure exposure;
    private final boolean deferred;
    private @Nullable StubTool stubTool;
    private boolean stubStays;
    private List<Tool> tools = List.of();
    private List<String> toolNames = List.of();
    private List<String> firstNames = List.of();
    private List<String> promised = List.of();
    private boolean toolsRead;
    private int usualStart;
    private @Nullable ServerFacts facts;
    private boolean wasActive;
    private @Nullable Frame shown;

    /** Before any client said who it is. */
    Shelf(StubOptions options, Catalog catalog) {
        this.options = options;
        this.catalog = catalog;
        this.filter = new ToolFilter(options);
        this.exposure = Exposure.TINY;
        this.deferred = false;
    }

    /** For {@code client}, with what the catalog knows. */
    Shelf(StubOptions options, Catalog catalog, ClientProfile client) {
        this.options = options;
        this.catalog = catalog;
        this.filter = new ToolFilter(options);
        this.exposure = options.expose().resolvedFor(client.name());
        this.deferred = client.lazyRegistration()
                && options.injectTools()
                && (exposure == Exposure.TINY || exposure == Exposure.HIDDEN);
        catalog.head().ifPresent(head -> {
            facts = new ServerFacts(
                    "",
                    Frame.of(head.capabilities()),
                    Frame.of(head.serverInfo()),
                    head.instructions().orElse(""));
            toolNames = head.toolNames().stream().filter(options::allows).toList();
            firstNames = toolNames;
            usualStart = head.startMillis();
        });
        if (exposure == Exposure.NAMES && toolNames.isEmpty()) {
            promised = options.namedTools();
        }
        stubTool = StubTool.named(options.name(), promised.isEmpty() ? toolNames : promised);
        stubStays = !deferred
                && promised.isEmpty()
                && (exposure == Exposure.TINY || (exposure != Exposure.HIDDEN && toolNames.isEmpty()));
    }

    /** Another definition of the server for the same client, which still sees what it was shown last. */
    Shelf redefined(StubOptions others, Catalog another, @Nullable ClientProfile client) {
        Shelf next = client == null ? new Shelf(others, another) : new Shelf(others, another, client);
        next.shown = shown;
        return next;
    }

    Catalog catalog() {
        return catalog;
    }

    ToolFilter filter() {
        return filter;
    }

    Exposure exposure() {
        return exposure;
    }

    /** What the server said of itself, now or when it last ran; null where it never did. */
    @Nullable
    ServerFacts facts() {
        return facts;
    }

    /** The real tools, as far as they are known, without those the client must not see. */
    List<Tool> tools() {
        readTools();
        return tools;
    }

    /** How many real tools there are, as far as that is known. */
    int toolCount() {
        return toolNames.size();
    }

    /** How many milliseconds the server's start took when it last ran before this session; 0 where that is not known. */
    int usualStart() {
        return usualStart;
    }

    StubTool stubTool() {
        if (stubTool == null) {
            stubTool = StubTool.named(options.name(), List.of());
        }
        return stubTool;
    }

    /** The tool list that the client sees in {@code state}. */
    ToolView view(State state) {
        // The tools themselves are a large part of the catalog; a stub that shows one of its own does without.
        if (exposure == Exposure.NAMES || exposure == Exposure.FULL || wasActive) {
            readTools();
        }
        boolean inject = options.injectTools();
        return new ToolView(
                state,
                exposure,
                inject,
                wasActive,
                deferred,
                stubStays,
                stubTool(),
                inject ? toolNames : firstNames,
                promised,
                tools);
    }

    /** The server introduced itself and listed its tools. */
    void learned(ServerFacts said, List<Tool> listed) {
        facts = said;
        show(listed);
    }

    /** Whether the client is to see nothing of the server, and the server has not run in this session. */
    boolean isHidden() {
        return exposure == Exposure.HIDDEN && !wasActive;
    }

    /** The server runs. */
    void activated() {
        wasActive = true;
    }

    /** The running server's tools changed, and the client was told. */
    void relisted(List<Tool> listed, State state) {
        show(listed);
        shown = view(state).result();
    }

    /** Keeps what the client sees now, to be able to say later whether that changed. */
    void rememberShown(State state) {
        if (shown == null) {
            shown = view(state).result();
        }
    }

    /** Whether the client would see another list now than when this was last asked. */
    boolean changes(State state) {
        Frame now = view(state).result();
        if (shown != null && shown.toString().equals(now.toString())) {
            return false;
        }
        shown = now;
        return true;
    }

    private void readTools() {
        if (!toolsRead) {
            show(catalog.entry().map(CatalogEntry::tools).orElse(List.of()));
        }
    }

    private void show(List<Tool> listed) {
        toolsRead = true;
        tools = filter.visible(listed);
        toolNames = tools.stream().map(Tool::name).toList();
    }
}
