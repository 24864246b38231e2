package dev.lazymcp.hub;

import dev.lazymcp.rpc.Edit;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import java.util.ArrayList;
import java.util.List;

/** What a member says, with the URIs of its resources as the client knows them and its name in what it logs. */
final class Outward {
    private Outward() {}

    /** The answer of {@code member} to a request for {@code method}. */
    static Frame response(Member member, String method, Response response) {
        Span result = response.result();
        if (result == null) {
            return response.frame();
        }
        Collector uris = new Collector(member, response.frame());
        switch (method) {
            case "tools/call" -> uris.contents(Crossings.within(result, response.frame(), "content"));
            case "prompts/get" ->
                uris.elements(
                        Crossings.within(result, response.frame(), "messages"),
                        message -> uris.content(Crossings.within(message, response.frame(), "content")));
            case "resources/read" -> uris.elements(Crossings.within(result, response.frame(), "contents"), uris::uri);
            default -> {}
        }
        return uris.edited();
    }

    /** That a resource of {@code member} was updated. */
    static Frame updated(Member member, Notification notification) {
        Collector uris = new Collector(member, notification.frame());
        Span params = notification.params();
        if (params != null) {
            uris.uri(params);
        }
        return uris.edited();
    }

    /** A line that {@code member} logs (MCP "Logging"), with its name before that of the logger. */
    static Frame logged(Member member, Notification notification) {
        Span params = notification.params();
        if (params == null) {
            return notification.frame();
        }
        Frame said = notification.frame().part(params);
        Span logger = Json.find(said, "logger");
        String own = logger == null ? null : Json.decodeString(said.part(logger));
        if (own != null && logger != null) {
            return notification
                    .frame()
                    .with(Crossings.shifted(logger, params.from()), quoted(member.name() + "/" + own));
        }
        if (logger != null || Json.members(said).isEmpty()) {
            return notification.frame();
        }
        Span start = new Span(params.from() + 1, params.from() + 1);
        return notification.frame().with(start, Frame.of("\"logger\":" + Json.quote(member.name()) + ","));
    }

    private static Frame quoted(String text) {
        return Frame.of(Json.quote(text));
    }

    /** Gathers the edits of one frame; all spans are those of the frame. */
    private static final class Collector {
        private final Member member;
        private final Frame frame;
        private final List<Edit> edits = new ArrayList<>();

        Collector(Member member, Frame frame) {
            this.member = member;
            this.frame = frame;
        }

        /** What is done with a part of the frame. */
        private interface Visit {
            void at(Span span);
        }

        void elements(@org.jspecify.annotations.Nullable Span array, Visit visit) {
            if (array != null) {
                for (Span element : Json.elements(frame.part(array))) {
                    visit.at(Crossings.shifted(element, array.from()));
                }
            }
        }

        /** The blocks of a list of content. */
        void contents(@org.jspecify.annotations.Nullable Span array) {
            elements(array, this::block);
        }

        /** Content that is one block or a list of them. */
        void content(@org.jspecify.annotations.Nullable Span content) {
            if (content != null && Json.isObject(frame.part(content))) {
                block(content);
            } else {
                contents(content);
            }
        }

        private void block(Span block) {
            String type = Json.string(frame.part(block), "type");
            if ("resource_link".equals(type)) {
                uri(block);
            } else if ("resource".equals(type)) {
                Span resource = Crossings.within(block, frame, "resource");
                if (resource != null) {
                    uri(resource);
                }
            }
        }

        /** The member {@code uri} of the object at {@code object}. */
        void uri(Span object) {
            Span span = Crossings.within(object, frame, "uri");
            String uri = span == null ? null : Json.decodeString(frame.part(span));
            if (span != null && uri != null) {
                edits.add(new Edit(span, quoted(Addresses.outward(member, uri))));
            }
        }

        Frame edited() {
            return edits.isEmpty() ? frame : frame.with(edits);
        }
    }
}
