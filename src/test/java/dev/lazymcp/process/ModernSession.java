package dev.lazymcp.process;

/** What a client of revision 2026-07-28 says to a stub. */
record ModernSession(StubProcess stub, String capabilities) {
    static final String REVISION = "2026-07-28";
    static final String PREFIX = "io.modelcontextprotocol/";
    static final String ALL = "{\"roots\":{},\"sampling\":{},\"elicitation\":{\"form\":{}}}";

    static ModernSession of(StubProcess stub) {
        return new ModernSession(stub, ALL);
    }

    String meta() {
        return meta(REVISION, "");
    }

    String meta(String revision, String more) {
        return "{\"" + PREFIX + "protocolVersion\":" + SpelledJson.quote(revision) + ",\"" + PREFIX
                + "clientInfo\":{\"name\":\"modern\",\"version\":\"1.0\"},\"" + PREFIX + "clientCapabilities\":"
                + capabilities + more + "}";
    }

    /** Params with {@code members} and what each request has to say. */
    String params(String members) {
        return "{" + members + (members.isEmpty() ? "" : ",") + "\"_meta\":" + meta() + "}";
    }

    String ask(String method, String members) {
        return stub.ask(method, params(members));
    }

    Frame request(String method, String members) {
        return stub.awaitResponse(ask(method, members));
    }

    Frame call(String tool, String arguments) {
        return request("tools/call", call(tool, arguments, ""));
    }

    static String call(String tool, String arguments, String more) {
        return "\"name\":" + SpelledJson.quote(tool) + ",\"arguments\":" + arguments + more;
    }

    /** Opens the stream {@code id}, spelt so, and waits until it is open. */
    Frame listen(String id, String filter) {
        stub.ask(id, "subscriptions/listen", params("\"notifications\":" + filter));
        return awaitOn(id, "notifications/subscriptions/acknowledged", 1);
    }

    /** The {@code nth} notification {@code method} that comes on the stream {@code id}. */
    Frame awaitOn(String id, String method, int nth) {
        return stub.await(method + " on " + id, nth, frame -> frame.isNotification(method) && isOn(frame, id));
    }

    static boolean isOn(Frame frame, String id) {
        return frame.spelled()
                .get("params")
                .get("_meta")
                .get(PREFIX + "subscriptionId")
                .rawOr("")
                .equals(id);
    }
}
