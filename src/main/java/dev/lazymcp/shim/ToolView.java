package dev.lazymcp.shim;

import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tools the client sees: a pure function of where the server stands and how it is exposed.
 *
 * @param state where the server stands
 * @param exposure how the server is exposed while it sleeps, never {@link Exposure#AUTO}
 * @param inject whether real tools join the list after the first activation
 * @param wasActive whether the server ran in this session
 * @param deferred whether the client takes in tools later and so is shown none while the server is not to be used
 * @param stubStays whether the client was ever shown the stub's tool: clients refuse to call a tool that is gone
 * @param stub the stub's tool
 * @param names the names of the real tools as far as they are known
 * @param promised names that the entry gives while nobody knows the tools, so that a client that hides all others has
 *     something to call; none where they were known when the client first listed them
 * @param known the real tools, without those the client must not see; may be left out where only names are shown
 */
record ToolView(
        State state,
        Exposure exposure,
        boolean inject,
        boolean wasActive,
        boolean deferred,
        boolean stubStays,
        StubTool stub,
        List<String> names,
        List<String> promised,
        List<Tool> known) {
    private static final Frame COMMA = Frame.of(",");

    /** Whether the list is that of the running server, so that the server itself should be asked for it. */
    boolean isLive() {
        return state instanceof State.Active && showsReal();
    }

    /** Whether the list ends with the stub's tool where it shows real ones. */
    boolean endsWithStub() {
        return stubStays && stubIsFree();
    }

    /** The result of {@code tools/list} in one page; never without a tool, since some clients drop a server that has none,
     * unless the client said that it takes in tools later. */
    Frame result() {
        Frame list = Frame.of("{\"tools\":[");
        boolean first = true;
        for (Frame tool : tools()) {
            list = first ? list.then(tool) : list.then(COMMA).then(tool);
            first = false;
        }
        return list.then(Frame.of("]}"));
    }

    private List<Frame> tools() {
        String outOfSight = outOfSight();
        if (!outOfSight.isEmpty()) {
            return deferred ? List.of() : List.of(stub.placeholder(outOfSight));
        }
        if (deferred && !showsReal()) {
            return List.of();
        }
        if (!showsReal()) {
            return asleep();
        }
        List<Frame> tools = new ArrayList<>(known.size() + 1);
        for (Tool tool : known) {
            tools.add(exposure == Exposure.NAMES && !inject ? nameOnly(tool) : Frame.of(tool.raw()));
        }
        if (endsWithStub() || (tools.isEmpty() && !deferred)) {
            tools.add(listedStub());
        }
        return tools;
    }

    private String outOfSight() {
        return switch (state) {
            case State.Suspended(int _, boolean disabled, boolean _)
            when disabled -> "disabled. A person can run: lazymcp enable " + stub.server();
            case State.Suspended _ -> "not for the agent that is active now.";
            case State.Removed _ -> "no longer in the client's configuration.";
            case State.Registered _, State.Connecting _, State.Active _, State.Closed _ -> "";
        };
    }

    private List<Frame> asleep() {
        return switch (exposure) {
            case HIDDEN -> List.of(stub.placeholder("hidden until a person runs: lazymcp enable " + stub.server()));
            case NAMES -> named();
            case FULL ->
                isCold()
                        ? List.of(listedStub())
                        : known.stream().map(tool -> Frame.of(tool.raw())).toList();
            case TINY, AUTO -> List.of(listedStub());
        };
    }

    private List<Frame> named() {
        if (!promised.isEmpty() && (known.isEmpty() || !inject)) {
            return promised.stream().map(name -> open(name, "")).toList();
        }
        return isCold()
                ? List.of(listedStub())
                : known.stream().map(ToolView::nameOnly).toList();
    }

    /** Nobody knew the tools when the client first listed them: where the list is to keep still, it stays as it was then. */
    private boolean isCold() {
        return known.isEmpty() || (!inject && stubStays);
    }

    private boolean showsReal() {
        boolean ran = wasActive || state instanceof State.Active;
        // What was hidden was brought out on purpose; what was injected stays, also while the server is stopped.
        return ran && (inject || exposure == Exposure.HIDDEN);
    }

    private boolean stubIsFree() {
        return !names.contains(stub.name());
    }

    /** The stub's tool as it is listed. */
    Frame listedStub() {
        return stub.listed(names);
    }

    private static Frame nameOnly(Tool tool) {
        return open(tool.name(), tool.summary());
    }

    /** A tool by name and summary; an open schema lets any arguments through, and the server judges them. */
    private static Frame open(String name, String summary) {
        return Frame.of("{\"name\":" + Json.quote(name) + ",\"description\":" + Json.quote(summary)
                + ",\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":true}}");
    }
}
