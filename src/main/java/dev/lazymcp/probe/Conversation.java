package dev.lazymcp.probe;

import dev.lazymcp.catalog.ListPages;
import dev.lazymcp.catalog.ProgressToken;
import dev.lazymcp.catalog.ProtocolVersions;
import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Reply;
import dev.lazymcp.rpc.Span;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import dev.lazymcp.upstream.era.EraServer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * lazymcp's talk with one running server, as its client (MCP "Lifecycle"). Methods that wait may be called by several threads at
 * once. An interrupt of the waiting thread cancels its request and is kept.
 */
public final class Conversation {
    /** What starts the server of a conversation. */
    public interface Start {
        /** Starts it; {@code listener} may be called before this returns. */
        Upstream start(UpstreamListener listener) throws StartFailure;
    }

    private final Upstream server;
    private final Inbox inbox;
    private final Outbox outbox;

    private Conversation(Upstream server, Inbox inbox, Outbox outbox) {
        this.server = server;
        this.inbox = inbox;
        this.outbox = outbox;
    }

    /**
     * Starts a server. Nothing is said to it yet.
     *
     * @throws StartFailure where it could not be started
     */
    public static Conversation begin(Start start, Notices notices) throws StartFailure {
        Outbox outbox = new Outbox();
        Inbox inbox = new Inbox(outbox, notices);
        try {
            // What a server says out of turn is nothing that was asked for here.
            Upstream server = EraServer.start(start::start, inbox, false, _ -> {});
            outbox.open(server, inbox::deaf);
            return new Conversation(server, inbox, outbox);
        } catch (StartFailure failure) {
            outbox.close();
            throw failure;
        }
    }

    /**
     * Introduces us and hears what the server is (MCP "Lifecycle", initialization).
     *
     * @param version ours
     * @throws ProbeException also where it speaks a revision that begins otherwise
     */
    public ServerFacts initialize(String version, Deadline deadline) throws ProbeException {
        Frame params = Frame.of("{\"protocolVersion\":\"" + ProtocolVersions.LATEST
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"lazymcp\",\"version\":" + Json.quote(version)
                + "}}");
        ServerFacts facts = ServerFacts.read(request("initialize", params, deadline));
        if (facts == null) {
            throw new ProbeException(new Fault.Unusable("answered initialize without a protocol version"));
        }
        if (!ProtocolVersions.isSpoken(facts.protocolVersion())) {
            throw new ProbeException(new Fault.Unusable("speaks revision \""
                    + Text.oneLine(facts.protocolVersion(), 40)
                    + "\" of MCP, which lazymcp does not know (it asked for "
                    + ProtocolVersions.LATEST + ")"));
        }
        outbox.send(Reply.notification("notifications/initialized"));
        return facts;
    }

    /** Sends a request and waits for its result, which is given as it came. */
    public Frame request(String method, Frame params, Deadline deadline) throws ProbeException {
        return answer(inbox.expect(), method, params, deadline);
    }

    /**
     * The same; {@code progress} gets the params of each {@code notifications/progress} about it (MCP "Progress"), on the thread
     * that reads from the server.
     */
    public Frame request(String method, Frame params, Deadline deadline, Consumer<Frame> progress)
            throws ProbeException {
        Expected expected = inbox.expect(progress);
        return answer(expected, method, ProgressToken.into(params, expected.id().value()), deadline);
    }

    /**
     * Reads all pages of a list; the elements as they came.
     *
     * @param method such as {@code tools/list}
     * @throws ProbeException also where the list has no end
     */
    public List<Frame> list(String method, Deadline deadline) throws ProbeException {
        ListPages pages = new ListPages(method);
        while (true) {
            switch (pages.add(request(method, pages.params(), deadline))) {
                case MORE -> {}
                case DONE -> {
                    return pages.elements();
                }
                case ENDLESS ->
                    throw new ProbeException(new Fault.Unusable("answers " + method
                            + " without end: its cursor leads nowhere, after "
                            + pages.elements().size() + " elements"));
            }
        }
    }

    /** Sends a notification, with params that are JSON already. */
    public void send(String method, Frame params) {
        outbox.send(Reply.notification(method, params));
    }

    /** Gives up all requests that wait for an answer, and tells the server. May be called from any thread. */
    public void cancel() {
        inbox.cancelAll();
    }

    /**
     * Ends the server and all it started; blocks until that is done, at most for {@link StopPace#budget}.
     *
     * @return whether all of it is gone
     */
    public boolean stop(StopPace pace) {
        boolean gone = server.stop(pace);
        outbox.close();
        return gone;
    }

    /** How the server ended, once it has. */
    public Optional<Exit> exit() {
        return inbox.exit();
    }

    /** Whether the server has said anything that is a message. */
    public boolean hasSpoken() {
        return inbox.hasSpoken();
    }

    /** What it wrote that was no message. */
    public Noise noise() {
        return inbox.noise();
    }

    /** The last lines that the server wrote to stderr, unmasked; see {@link Upstream#stderrTail}. */
    public String stderrTail() {
        return inbox.exit().map(Exit::stderrTail).orElseGet(server::stderrTail);
    }

    /** The server's process, where it has one. */
    public Optional<Long> pid() {
        return server.pid();
    }

    private Frame answer(Expected expected, String method, Frame params, Deadline deadline) throws ProbeException {
        outbox.send(Reply.request(Json.quote(expected.id().value()), method, params));
        try {
            return result(method, expected.answer().get(deadline.left(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            giveUp(expected.id(), method, "no answer in time");
            throw new ProbeException(new Fault.Silent(method, deadline.limit()));
        } catch (InterruptedException interrupt) {
            giveUp(expected.id(), method, "no longer wanted");
            Thread.currentThread().interrupt();
            throw new ProbeException(new Fault.Cancelled(method));
        } catch (CancellationException cancelled) {
            giveUp(expected.id(), method, "no longer wanted");
            throw new ProbeException(new Fault.Cancelled(method));
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof ProbeException told) {
                throw new ProbeException(told.fault());
            }
            throw new IllegalStateException("only faults fail a request", failure);
        } finally {
            inbox.forget(expected.id());
        }
    }

    private static Frame result(String method, Response response) throws ProbeException {
        Span error = response.error();
        Span result = response.result();
        if (error != null) {
            Frame object = response.frame().part(error);
            String message = Json.string(object, "message");
            String shown = message == null ? "one without a message" : Text.oneLine(message, 500);
            throw new ProbeException(new Fault.Refused(method, shown, object));
        }
        if (result == null) {
            throw new ProbeException(new Fault.Unusable("answered " + method + " with neither result nor error"));
        }
        return response.frame().part(result);
    }

    /** MCP "Cancellation": all but {@code initialize} may be cancelled. */
    private void giveUp(Id.Text id, String method, String reason) {
        if (!method.equals("initialize")) {
            send(
                    "notifications/cancelled",
                    Frame.of("{\"requestId\":" + Json.quote(id.value()) + ",\"reason\":" + Json.quote(reason) + "}"));
        }
    }
}
