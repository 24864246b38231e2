package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.ListPages;
import dev.lazymcp.catalog.ProtocolVersions;
import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Background;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The conversation with a server that has just been started: {@code initialize} in the client's own words, then its tools. Once it
 * is up, its other lists are read for the catalog.
 */
final class Handshake {
    private final Stub stub;

    Handshake(Stub stub) {
        this.stub = stub;
    }

    /** Begins; ends with {@link Event.Connected} or a failed start. */
    void begin(Connection server) {
        ClientProfile profile = stub.profile();
        Frame params = profile == null ? ownParams() : profile.paramsForServer();
        server.ask("initialize", params, response -> introduced(server, response));
    }

    /** For a server that is up before any client said who it is. */
    private static Frame ownParams() {
        return Frame.of("{\"protocolVersion\":\"" + ProtocolVersions.LATEST
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"lazymcp\",\"version\":\"\"}}");
    }

    private void introduced(Connection server, Response response) {
        Span result = response.result();
        ServerFacts facts =
                result == null ? null : ServerFacts.read(response.frame().part(result));
        if (facts == null) {
            fail(server, "it refused the handshake: " + errorText(response));
        } else if (!ProtocolVersions.isSpoken(facts.protocolVersion())) {
            fail(
                    server,
                    "it speaks revision \"" + Text.oneLine(facts.protocolVersion(), 40)
                            + "\" of MCP, which begins otherwise than this one can");
        } else {
            server.introduced(facts);
            server.send(Reply.notification("notifications/initialized"));
            stub.replay.to(server, facts);
            if (facts.can("tools")) {
                list(server, "tools/list", raw -> connected(server, facts, tools(raw)));
            } else {
                connected(server, facts, List.of());
            }
        }
    }

    private void fail(Connection server, String reason) {
        var upstream = server.upstream();
        stub.servers().failed(server.generation(), reason, upstream == null ? "" : upstream.stderrTail());
    }

    private void connected(Connection server, ServerFacts facts, List<Tool> tools) {
        if (stub.connection(server.generation()) == null) {
            return;
        }
        if (stub.options().pinned()) {
            List<Tool> accepted =
                    stub.shelf().catalog().latest().map(CatalogEntry::tools).orElse(tools);
            String fault = new Pin(accepted).fault(stub.options().name(), tools);
            if (!fault.isEmpty()) {
                fail(server, fault);
                return;
            }
            server.pin(accepted);
        }
        stub.learned(facts, tools);
        stub.happen(new Event.Connected(server.generation()));
        readRest(server, facts, tools);
    }

    /** Reads the tools of the running server anew, since it said that they changed. */
    void relist(Connection server) {
        ServerFacts facts = server.facts();
        if (facts != null && facts.can("tools")) {
            list(server, "tools/list", raw -> {
                List<Tool> tools = tools(raw);
                Pin pin = server.pin();
                String fault = pin == null ? "" : pin.fault(stub.options().name(), tools);
                if (fault.isEmpty()) {
                    stub.relisted(tools);
                    readRest(server, facts, tools);
                } else if (stub.connection(server.generation()) != null) {
                    stub.log(fault);
                    stub.ended(server.generation(), fault);
                }
            });
        }
    }

    /** Reads what the client may list besides tools, then puts all into the catalog. */
    private void readRest(Connection server, ServerFacts facts, List<Tool> tools) {
        Map<String, List<byte[]>> lists = new HashMap<>();
        List<String> methods = new ArrayList<>();
        for (String method : List.of("prompts/list", "resources/list", "resources/templates/list")) {
            if (facts.serves(method)) {
                methods.add(method);
            }
        }
        readNext(server, methods, lists, () -> learn(facts, tools, lists));
    }

    private void readNext(Connection server, List<String> methods, Map<String, List<byte[]>> lists, Runnable then) {
        if (methods.isEmpty()) {
            then.run();
            return;
        }
        String method = methods.getFirst();
        list(server, method, raw -> {
            lists.put(method, raw.stream().map(Frame::toBytes).toList());
            readNext(server, methods.subList(1, methods.size()), lists, then);
        });
    }

    private void learn(ServerFacts facts, List<Tool> tools, Map<String, List<byte[]>> lists) {
        ClientProfile profile = stub.profile();
        String asked = profile == null ? ProtocolVersions.LATEST : profile.version();
        CatalogEntry entry = CatalogEntry.learned(
                facts,
                asked,
                tools,
                lists,
                Instant.now().toString(),
                stub.options().version(),
                stub.tally.startTook().orElse(0));
        Catalog catalog = stub.shelf().catalog();
        stub.later(() -> {
            if (!Background.tryRun("catalog", () -> catalog.learn(entry))) {
                catalog.learn(entry);
            }
        });
    }

    /** Reads all pages of a list; {@code then} gets the elements, fewer where the server fails on the way. */
    private void list(Connection server, String method, Consumer<List<Frame>> then) {
        ask(server, method, new ListPages(method), then);
    }

    private void ask(Connection server, String method, ListPages pages, Consumer<List<Frame>> then) {
        server.ask(method, pages.params(), response -> {
            Span result = response.result();
            if (result == null) {
                stub.log("the server does not answer " + method + ": " + errorText(response));
                then.accept(pages.elements());
                return;
            }
            switch (pages.add(response.frame().part(result))) {
                case MORE -> ask(server, method, pages, then);
                case DONE -> then.accept(pages.elements());
                case ENDLESS -> {
                    stub.log("the server's cursor for " + method + " leads nowhere; the list is cut");
                    then.accept(pages.elements());
                }
            }
        });
    }

    private List<Tool> tools(List<Frame> raw) {
        List<Tool> tools = new ArrayList<>(raw.size());
        for (Frame tool : raw) {
            try {
                tools.add(Tool.parse(tool.toBytes()));
            } catch (IOException e) {
                stub.log("the server lists something that is no tool: " + e.getMessage());
            }
        }
        return tools;
    }

    private static String errorText(Response response) {
        Span error = response.error();
        if (error == null) {
            return "its answer names no protocol version";
        }
        String message = Json.string(response.frame().part(error), "message");
        return message == null ? "an error without a message" : Text.oneLine(message, 500);
    }
}
