package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.control.ControlServer.Asker;
import dev.lazymcp.control.StubHint;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.shim.Guest;
import dev.lazymcp.shim.GuestRequest;
import dev.lazymcp.shim.Shim;

/** The operation {@code request} on a stub's socket: the peer asks the server something, and cancels by leaving. */
final class StubGuest implements Guest {
    static final String OPERATION = "request";

    private final Asker asker;

    private StubGuest(Asker asker) {
        this.asker = asker;
    }

    /** Has {@code shim} serve {@code request}; throws an {@link IllegalArgumentException} where it is none. */
    static void receive(Shim shim, ControlRequest request, Asker asker) {
        GuestRequest wanted = new GuestRequest(request.string("method"), request.raw("params"));
        asker.whenGone(shim.ask(wanted, new StubGuest(asker)));
    }

    /** The request for {@code method} with {@code params}. */
    static Frame request(String method, Frame params) {
        return ControlMessage.request(OPERATION, json -> {
            json.writeStringField("method", method);
            json.writeFieldName("params");
            Json.writeRaw(json, params);
        });
    }

    @Override
    public void progress(Frame params) {
        if (params.size() < ControlMessage.LONGEST_PROGRESS / 2) {
            asker.tell(ControlMessage.progress(params));
        }
    }

    @Override
    public void answered(Frame result) {
        asker.accept(with("result", result));
    }

    @Override
    public void failed(Frame error) {
        asker.accept(with("serverError", error));
    }

    @Override
    public void refused(String state, String reason) {
        asker.accept(ControlMessage.object(json -> {
            json.writeStringField("refused", reason);
            json.writeStringField("state", state);
        }));
    }

    /** Not through a generator: what a server answers may be many megabytes, and keeps its spelling. */
    private static Frame with(String member, Frame raw) {
        return Frame.of("{\"v\":" + StubHint.FORMAT + ",\"" + member + "\":")
                .then(raw)
                .then(Frame.of("}"));
    }
}
