package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogHead;
import dev.lazymcp.os.Background;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.FrameReader;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.upstream.Exit;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StopPace;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import dev.lazymcp.upstream.era.EraServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Starts the server and ends it, on threads of their own, since both take their time. */
final class Servers {
    private final Stub stub;
    private final ServerStarter starter;
    private final Handshake handshake;
    private final ServerSide serverSide;
    private final List<Upstream> ending = new ArrayList<>();
    private final List<Thread> starting = new ArrayList<>();
    private final Set<Id> sentAgain = new HashSet<>();

    Servers(Stub stub, ServerStarter starter) {
        this.stub = stub;
        this.starter = starter;
        this.handshake = new Handshake(stub);
        this.serverSide = new ServerSide(stub, handshake);
    }

    /** Begins the start that {@code connection} is for. */
    void begin(Connection connection) {
        int generation = connection.generation();
        Definition definition = stub.definition();
        stub.later(() -> {
            try {
                synchronized (starting) {
                    List<Thread> earlier = List.copyOf(starting);
                    starting.add(Background.run("server-start", () -> start(definition, generation, earlier)));
                }
            } catch (OutOfMemoryError noThread) {
                stub.inside(() -> failed(generation, Background.NO_THREAD, ""));
            }
        });
    }

    /** Limits what is left of the start: from the start of the process to the end of the handshake. */
    private void limit(int generation, long limit) {
        stub.timers.after(
                limit,
                () -> stub.inside(() -> {
                    if (stub.state() instanceof State.Connecting(int current, int _) && current == generation) {
                        failed(
                                generation,
                                "it did not finish its handshake within " + limit / 1000.0 + " s (--start-timeout)",
                                tail(stub.connection(generation)));
                    }
                }));
    }

    private void start(Definition definition, int generation, List<Thread> earlier) {
        try {
            awaitEnd(earlier);
            if (!isWanted(generation)) {
                return;
            }
            starter.prepare(definition);
            if (!isWanted(generation)) {
                return;
            }
            limit(generation, definition.options().startTimeout().toMillis());
            Upstream server = EraServer.start(
                    listener -> starter.start(definition, listener, generation),
                    new Listener(generation),
                    beginsModern(definition),
                    stub::log);
            stub.inside(() -> {
                Connection connection = stub.connection(generation);
                if (connection == null) {
                    end(server);
                } else {
                    connection.started(server);
                    handshake.begin(connection);
                }
            });
        } catch (StartFailure e) {
            stub.inside(() -> {
                if (stub.connection(generation) != null) {
                    failed(generation, String.valueOf(e.getMessage()), e.stderrTail());
                }
            });
        } catch (OutOfMemoryError noThread) {
            // Those that read from the process are threads too.
            stub.inside(() -> {
                if (stub.connection(generation) != null) {
                    failed(generation, Background.NO_THREAD, "");
                }
            });
        } finally {
            synchronized (starting) {
                starting.remove(Thread.currentThread());
            }
        }
    }

    /**
     * Waits until the servers that are being ended are gone, and those that {@code earlier} starts bring about: the next one may need
     * the port or the file that only one can have. No longer than a stop takes at most.
     */
    private void awaitEnd(List<Thread> earlier) {
        long deadline = System.nanoTime() + StopPace.EOF.budget().toNanos();
        for (Thread thread : earlier) {
            join(thread, Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
        awaitEnd();
    }

    private void awaitEnd() {
        for (Upstream server : ending()) {
            server.stop(StopPace.EOF);
        }
    }

    /** Does {@code task}, once the lock is given back, when the servers that are being ended are gone or cannot be ended. */
    void whenGone(Runnable task) {
        stub.later(() -> {
            if (ending().isEmpty()) {
                task.run();
            } else {
                Runnable whenEnded = () -> {
                    awaitEnd();
                    task.run();
                };
                if (!Background.tryRun("server-gone", whenEnded)) {
                    whenEnded.run();
                }
            }
        });
    }

    private List<Upstream> ending() {
        synchronized (ending) {
            return List.copyOf(ending);
        }
    }

    /**
     * Whether the server is asked in the way of revision 2026-07-28 first: one that was seen to speak it alone; for a client of that
     * revision also one that runs somewhere else, which no request can end.
     */
    private boolean beginsModern(Definition definition) {
        Catalog[] catalog = new Catalog[1];
        boolean[] client = new boolean[1];
        stub.look(() -> {
            catalog[0] = stub.shelf().catalog();
            ClientProfile profile = stub.profile();
            client[0] = profile != null && profile.modern();
        });
        return (client[0] && definition.options().remote().isPresent())
                || catalog[0].head().map(CatalogHead::isModern).orElse(false);
    }

    /** Whether the start was not given up meanwhile. */
    private boolean isWanted(int generation) {
        boolean[] wanted = new boolean[1];
        stub.look(() -> wanted[0] = stub.connection(generation) != null);
        return wanted[0];
    }

    /** The start did not succeed; whoever waits for it is told why. */
    void failed(int generation, String reason, String stderrTail) {
        String text = StartReport.text(stub.options(), reason, stderrTail);
        stub.log(text);
        stub.happen(new Event.StartFailed(generation, text, stub.clock.getAsLong()));
    }

    /** Ends the server of a connection that is over. */
    void end(Connection over) {
        Upstream server = over.upstream();
        if (server != null) {
            end(server);
        }
    }

    private void end(Upstream server) {
        synchronized (ending) {
            ending.add(server);
        }
        // The client's end is waited for by endAll, at its own pace.
        if (!(stub.state() instanceof State.Closed)) {
            // Where there is no thread for it, the next start or the end of the session ends it.
            stub.later(() -> Background.tryRun("server-stop", () -> {
                server.stop(StopPace.EOF);
                synchronized (ending) {
                    ending.remove(server);
                }
            }));
        }
    }

    /** Ends every server that is still there, waiting until it is gone; what is being started as well. */
    void endAll(StopPace pace) {
        // A start that waits for one of them is over with it.
        ending().forEach(server -> server.stop(pace));
        List<Thread> begun;
        synchronized (starting) {
            begun = List.copyOf(starting);
        }
        begun.forEach(thread -> join(thread, pace.budget().toMillis()));
        ending().forEach(server -> server.stop(pace));
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String tail(@org.jspecify.annotations.Nullable Connection connection) {
        Upstream server = connection == null ? null : connection.upstream();
        return server == null ? "" : server.stderrTail();
    }

    private final class Listener implements UpstreamListener {
        private final int generation;

        Listener(int generation) {
            this.generation = generation;
        }

        @Override
        public void received(FrameReader.Read read) {
            serverSide.received(generation, read);
        }

        @Override
        public void unanswered(Frame rawId, String reason) {
            serverSide.unanswered(generation, rawId, reason);
        }

        @Override
        public void ended(Exit exit) {
            stub.heard(() -> {
                if (stub.connection(generation) == null) {
                    return;
                }
                if (stub.state() instanceof State.Connecting) {
                    failed(generation, "it " + exit.inWords(), exit.stderrTail());
                    return;
                }
                List<Request> again =
                        exit instanceof Exit.SessionLost(List<Frame> refused) ? refused(refused) : List.of();
                String reason = StartReport.lost("it " + exit.inWords(), exit.stderrTail());
                stub.log("lost: " + reason);
                stub.ended(generation, reason);
                again.forEach(stub::invoke);
            });
        }

        /**
         * Those of {@code frames} that are to be sent to the next session: the server took none of them (MCP "Transports", session
         * management). One that the next session refuses as well is answered like any other.
         */
        private List<Request> refused(List<Frame> frames) {
            List<Request> again = new ArrayList<>();
            for (Frame frame : frames) {
                if (Message.read(frame) instanceof Request request
                        && stub.inFlight.containsKey(request.id())
                        && sentAgain.add(request.id())) {
                    stub.inFlight.remove(request.id());
                    again.add(request);
                }
            }
            return again;
        }
    }
}
