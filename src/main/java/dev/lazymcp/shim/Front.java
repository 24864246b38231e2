package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogHead;
import dev.lazymcp.rpc.ErrorCode;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader.TooLong;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.shim.era.Core;
import dev.lazymcp.shim.era.ModernClient;
import dev.lazymcp.upstream.era.RequestMeta;
import org.jspecify.annotations.Nullable;

/**
 * What the client says, given to who speaks its era of MCP (2026-07-28 "Versioning and Compatibility"). A client that probes with
 * {@code server/discover} is told the truth of the server behind: that there is no such method, upon which it begins with
 * {@code initialize}, unless the server speaks the later era alone.
 */
final class Front {
    private static final String ALL_REVISIONS =
            "[\"" + RequestMeta.REVISION + "\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]";

    private final Stub stub;
    private final ClientSide clientSide;
    private ClientEra era = new ClientEra.Open();

    Front(Stub stub) {
        this.stub = stub;
        this.clientSide = new ClientSide(stub);
    }

    /** The client sent a frame. */
    void received(Frame frame) {
        Message message = Message.read(frame);
        stub.inside(() -> take(message));
    }

    /** The same from a client that no server may hold up. */
    void receivedAside(Frame frame) {
        Message message = Message.read(frame);
        stub.heard(() -> take(message));
    }

    /** The client sent a frame over the limit. */
    void tooLong(TooLong tooLong) {
        clientSide.tooLong(tooLong);
    }

    /** The session ends; to be called inside the stub's lock. */
    void end() {
        if (era instanceof ClientEra.Modern(ModernClient client)) {
            client.end();
        }
    }

    private void take(Message message) {
        switch (era) {
            case ClientEra.Legacy _ -> clientSide.handle(message);
            case ClientEra.Open _ -> opening(message);
            case ClientEra.Modern(ModernClient client) -> client.received(message);
        }
    }

    private void opening(Message message) {
        switch (message) {
            case Request request
            when request.method().equals("initialize") -> {
                clientSide.handle(request);
                if (stub.profile() != null) {
                    era = new ClientEra.Legacy();
                }
            }
            case Request request when request.method().equals("server/discover") -> discover(request);
            case Request request when RequestMeta.version(request.paramsOrEmpty()) != null -> modern(request);
            default -> clientSide.handle(message);
        }
    }

    /** Does not decide: a client may only be asking. */
    private void discover(Request request) {
        boolean modern =
                stub.shelf().catalog().head().map(CatalogHead::isModern).orElse(false);
        if (!modern) {
            stub.answers.error(request, ErrorCode.METHOD_NOT_FOUND, "unknown method server/discover");
            return;
        }
        Frame complaint = ModernClient.complaint(request, "[\"" + RequestMeta.REVISION + "\"]");
        if (complaint != null) {
            stub.answers.send(complaint);
            return;
        }
        ClientProfile client = profile(request);
        Shelf shelf = new Shelf(stub.options(), stub.shelf().catalog(), client);
        stub.answers.result(request, ModernClient.discovered(clientSide.introduction(client, shelf)));
    }

    private void modern(Request request) {
        Frame complaint = ModernClient.complaint(request, ALL_REVISIONS);
        if (complaint != null) {
            stub.answers.send(complaint);
            return;
        }
        ClientProfile profile = profile(request);
        ModernClient client = new ModernClient(new StubCore(profile));
        era = new ClientEra.Modern(client);
        stub.opened(profile);
        stub.answers.through(client::tellClient);
        if (stub.options().eager()) {
            stub.happen(new Event.Enabled());
        }
        client.received(request);
    }

    private static ClientProfile profile(Request request) {
        Frame params = request.paramsOrEmpty();
        return ClientProfile.of(
                orEmpty(RequestMeta.capabilities(params)), named(orEmpty(RequestMeta.clientInfo(params))));
    }

    /** A server of an earlier revision may insist on both members. */
    private static Frame named(Frame info) {
        return Json.string(info, "name") == null || Json.string(info, "version") == null
                ? Frame.of("{\"name\":\"\",\"version\":\"\"}")
                : info;
    }

    private static Frame orEmpty(@Nullable Frame object) {
        return object == null ? Message.EMPTY : object;
    }

    /** The stub for a client of the later era. */
    private final class StubCore implements Core {
        private final ClientProfile profile;

        StubCore(ClientProfile profile) {
            this.profile = profile;
        }

        @Override
        public void take(Message message) {
            clientSide.handle(message);
        }

        @Override
        public Frame introduction() {
            return clientSide.introduction(profile, stub.shelf());
        }

        @Override
        public void hears() {
            stub.announcements.ready();
        }

        @Override
        public void write(Frame frame) {
            stub.answers.write(frame);
        }

        @Override
        public void log(String line) {
            stub.log(line);
        }
    }
}
