package dev.lazymcp.cli;

import dev.lazymcp.catalog.ListPages;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A server that a command talks to, behind a stub or on its own. */
interface Counterpart extends AutoCloseable {
    /** The server's name. */
    String name();

    /**
     * Asks it; blocks.
     *
     * @param params a JSON object
     * @param progress gets the params of each {@code notifications/progress} about it, on any thread
     * @return the result, as it came
     */
    Frame request(String method, Frame params, Consumer<Frame> progress) throws Refused;

    /** All pages of a list, its elements as they came. */
    default List<Frame> list(String method) throws Refused {
        ListPages pages = new ListPages(method);
        while (true) {
            switch (pages.add(request(method, pages.params(), _ -> {}))) {
                case MORE -> {}
                case DONE -> {
                    return pages.elements();
                }
                case ENDLESS ->
                    throw new Refused(name() + " answers " + method + " without end: its cursor leads nowhere, after "
                            + pages.elements().size() + " elements");
            }
        }
    }

    /** Its tools. */
    default List<Tool> tools() throws Refused {
        List<Tool> tools = new ArrayList<>();
        for (Frame element : list("tools/list")) {
            try {
                tools.add(Tool.parse(element.toBytes()));
            } catch (IOException e) {
                throw new Refused(name() + " lists something that is no tool: " + e.getMessage());
            }
        }
        return List.copyOf(tools);
    }

    /** Ends what was begun for this talk. */
    @Override
    void close();
}
