package dev.lazymcp.shim;

import dev.lazymcp.catalog.ListPages;
import dev.lazymcp.rpc.Frame;
import java.util.List;

/** Results that the stub gives in the server's place. */
final class LocalAnswers {
    /** An empty result. */
    static final Frame EMPTY = Frame.of("{}");

    /** No suggestions (MCP "Completion"): typing must not start a server. */
    static final Frame NO_COMPLETION = Frame.of("{\"completion\":{\"values\":[],\"total\":0,\"hasMore\":false}}");

    private LocalAnswers() {}

    /** The result of a list method in one page: {@code elements} are JSON already. */
    static Frame list(String method, List<byte[]> elements) {
        Frame list = Frame.of("{\"" + ListPages.member(method) + "\":[");
        for (int i = 0; i < elements.size(); i++) {
            list = i == 0 ? list : list.then(Frame.of(","));
            list = list.then(Frame.of(elements.get(i)));
        }
        return list.then(Frame.of("]}"));
    }
}
