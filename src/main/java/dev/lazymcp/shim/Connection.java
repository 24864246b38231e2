package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.upstream.Upstream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stub's end of one start of the server: what it asked the server itself, and which requests of the server the client still
 * has to answer. Guarded by the lock of {@link Stub}.
 */
final class Connection {
    /** Ids of our own requests begin so; a client that uses the same makes us take another. */
    private static final String OWN_IDS = "lz:";

    private final int generation;
    private final Flusher flusher;
    private final Map<Id, Consumer<Response>> own = new HashMap<>();
    private final Map<Id.Text, Frame> open = new HashMap<>();
    private volatile @Nullable Upstream upstream;
    private @Nullable ServerFacts facts;
    private @Nullable Pin pin;
    private String ownPrefix = OWN_IDS;
    private int ownCount;
    private int openCount;
    private boolean tasks;

    /** The start {@code generation}, whose frames are written by {@code flush}. */
    Connection(int generation, Consumer<Connection> flush) {
        this.generation = generation;
        this.flusher = new Flusher(() -> flush.accept(this));
    }

    /** Has what waits for the server written, by another thread. May be called without the lock. */
    void flushAside() {
        Upstream server = upstream;
        if (server != null && server.hasWaiting()) {
            flusher.ask();
        }
    }

    int generation() {
        return generation;
    }

    /** The running server, or null before it was started. */
    @Nullable
    Upstream upstream() {
        return upstream;
    }

    void started(Upstream server) {
        upstream = server;
    }

    /** What the server said of itself, or null before it did. */
    @Nullable
    ServerFacts facts() {
        return facts;
    }

    void introduced(ServerFacts said) {
        facts = said;
    }

    /** Holds the server to {@code tools} from now on. */
    void pin(List<Tool> tools) {
        pin = new Pin(tools);
    }

    /** What the server is held to, or null where it may change its tools. */
    @Nullable
    Pin pin() {
        return pin;
    }

    /** Puts {@code frame} behind those that wait for the server. */
    void send(Frame frame) {
        if (upstream != null) {
            upstream.send(frame);
        }
    }

    /** Sends a request of our own; {@code then} gets its response. Its id. */
    Id.Text ask(String method, Frame params, Consumer<Response> then) {
        String id = ownPrefix + ++ownCount;
        Id.Text key = new Id.Text(id);
        own.put(key, then);
        send(Reply.request("\"" + id + "\"", method, params));
        return key;
    }

    /** The handler for the response to one of our own requests, or null where {@code id} is none. */
    @Nullable
    Consumer<Response> takeOwn(Id id) {
        return own.isEmpty() ? null : own.remove(id);
    }

    /** Keeps our ids apart from those of the client. */
    void avoid(Id clientId) {
        if (clientId instanceof Id.Text(String text) && text.startsWith(ownPrefix)) {
            ownPrefix = OWN_IDS + text.length() + ":" + OWN_IDS;
        }
    }

    /**
     * Takes in a request of the server; the id under which the client gets it, unlike all earlier ones: a server that was started
     * anew counts from the beginning, while the client may still be busy with a request of the one before.
     */
    Frame open(Frame serverId) {
        String id = "lz-s:" + generation + ":" + ++openCount;
        open.put(new Id.Text(id), serverId);
        return Frame.of("\"" + id + "\"");
    }

    /** The server's id of the request that the client knows by {@code id}, or null where that is none of this server's. */
    @Nullable
    Frame close(Id id) {
        return open.remove(id);
    }

    /** The client's id of the request that the server knows by {@code serverId}, or null where it is not open. */
    Id.@Nullable Text clientIdOf(Id serverId) {
        for (Map.Entry<Id.Text, Frame> entry : open.entrySet()) {
            if (serverId.equals(Json.id(entry.getValue()))) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** The client had the server begin a task, which ends with it. */
    void beganTask() {
        tasks = true;
    }

    /** Whether there may be tasks. */
    boolean hasTasks() {
        return tasks;
    }

    /** Whether the client has a request of the server to answer. */
    boolean hasOpen() {
        return !open.isEmpty();
    }

    /** The ids, as the client knows them, of all requests of the server that are open; they are forgotten. */
    List<Id.Text> closeAll() {
        List<Id.Text> ids = new ArrayList<>(open.keySet());
        open.clear();
        return ids;
    }
}
