package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.upstream.StopPace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One MCP server for the client, with the real one behind it: answers by itself while the real server sleeps, starts it at the
 * first invocation, and from then on passes frames both ways.
 */
public final class Shim {
    private static final long BETWEEN_LOOKS = 5_000;

    /** A client starts all its servers at once; what can wait lets them all answer first. */
    private static final long AFTER_OPENING = 250;

    private final Stub stub;
    private final Front front;
    private final Idle idle;
    private final Controls controls;
    private final Timers timers;
    private final Host host;
    private volatile boolean watched;

    /** The process that a stub is in. */
    public interface Host {
        /** Whether the process that started this one has ended. */
        boolean parentIsGone();

        /** Called once, soon after the client has introduced itself and was answered; must not block. */
        void opened();

        /** Called every few seconds from then on, to see that what {@link #opened} brought about is still there; must not block. */
        void look();

        /** Ends this program in an orderly way; called when the client is gone though its end of the pipe is not. */
        void exit();
    }

    /**
     * A stub that is not running yet.
     *
     * @param definition what it stands for
     * @param catalogs what is known of the server
     * @param starter starts it
     * @param out the client's end
     * @param clock milliseconds of a monotonic clock
     * @param log takes lines for people; must not write to the client
     * @param host the process that it is in
     */
    public Shim(
            Definition definition,
            Catalogs catalogs,
            ServerStarter starter,
            OutputStream out,
            LongSupplier clock,
            Consumer<String> log,
            Host host) {
        this(new Timers(clock), definition, catalogs, starter, new FrameSink(out), clock, log, host);
    }

    private Shim(
            Timers timers,
            Definition definition,
            Catalogs catalogs,
            ServerStarter starter,
            FrameSink client,
            LongSupplier clock,
            Consumer<String> log,
            Host host) {
        this.timers = timers;
        this.host = host;
        this.stub = new Stub(definition, catalogs, starter, client, timers, clock, log, host::exit);
        this.front = new Front(stub);
        this.idle = new Idle(stub);
        this.controls = new Controls(stub, idle);
    }

    /**
     * A stub whose client is in this program and hands it frames by {@link #receive}: one of many that share what is between them and
     * the world. It has no thread of its own until its server is started.
     *
     * @param client takes what it says, one frame after the other, never while the stub's lock is held
     * @param timers those of all
     * @see #Shim(Definition, Catalogs, ServerStarter, OutputStream, LongSupplier, Consumer, Host)
     */
    public static Shim hosted(
            Definition definition,
            Catalogs catalogs,
            ServerStarter starter,
            FrameSink.Target client,
            Timers timers,
            LongSupplier clock,
            Consumer<String> log) {
        return new Shim(timers, definition, catalogs, starter, new FrameSink(client), clock, log, new Hosted());
    }

    /** Who hosts many looks after the process for all of them. */
    private static final class Hosted implements Host {
        @Override
        public boolean parentIsGone() {
            return false;
        }

        @Override
        public void opened() {}

        @Override
        public void look() {}

        @Override
        public void exit() {}
    }

    /**
     * Takes a frame of the client of a {@link #hosted} stub. Does not wait for the server, which may not read: what is for it is
     * written by another thread.
     */
    public void receive(Frame frame) {
        front.receivedAside(frame);
        if (!watched && stub.profile() != null) {
            watched = true;
            stub.peek(idle::begin);
        }
    }

    /** Whether the server is known to answer {@code method}, from this run or an earlier one. */
    public boolean serves(String method) {
        boolean[] serves = new boolean[1];
        stub.look(() -> {
            ServerFacts facts = stub.shelf().facts();
            serves[0] = facts != null && facts.serves(method);
        });
        return serves[0];
    }

    /**
     * Does {@code order} without waiting for it.
     *
     * @param then gets what came of it, once and without the stub's lock; must not block
     */
    public void obey(Order order, Consumer<Outcome> then) {
        controls.obey(order, then);
    }

    /**
     * Asks the server {@code request} for somebody who is not the client, as a call of the client would: a server that sleeps is started.
     * Does not wait.
     *
     * @param guest hears what comes of it
     * @return to be run when the guest is not interested any more
     */
    public Runnable ask(GuestRequest request, Guest guest) {
        return stub.guests.ask(request, guest);
    }

    /** How the stub stands; starts nothing. */
    public StubStatus status() {
        return controls.status();
    }

    /** What the stub stands for now. */
    public Definition definition() {
        return stub.definition();
    }

    /**
     * Serves until {@code in} ends; blocks.
     *
     * @throws IOException when it cannot be read
     */
    public void serve(InputStream in) throws IOException {
        FrameReader reader = new FrameReader(in);
        boolean watching = false;
        while (true) {
            switch (reader.next()) {
                case FrameReader.Line(var frame) -> front.received(frame);
                case FrameReader.TooLong tooLong -> front.tooLong(tooLong);
                case FrameReader.End _ -> {
                    return;
                }
            }
            // Not before a client has introduced itself: some start a second process only to probe and kill it.
            if (!watching && stub.profile() != null) {
                watching = true;
                timers.after(AFTER_OPENING, host::opened);
                timers.after(BETWEEN_LOOKS, this::look);
                stub.peek(idle::begin);
            }
        }
    }

    /** Ends the server and all it started; blocks until it is gone, at most as long as {@code pace} allows. May be called twice. */
    public void close(StopPace pace) {
        stub.inside(() -> {
            front.end();
            stub.happen(new Event.ClientGone());
        });
        stub.servers().endAll(pace);
    }

    private void look() {
        if (host.parentIsGone()) {
            host.exit();
        } else {
            host.look();
            timers.after(BETWEEN_LOOKS, this::look);
        }
    }
}
