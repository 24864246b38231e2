package dev.lazymcp.cli;

import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import dev.lazymcp.upstream.http.RemoteServer;
import java.util.function.Consumer;

/** A server that a command starts or reaches by itself, for as long as it runs. */
final class LaunchedServer {
    private LaunchedServer() {}

    /**
     * Starts {@code launch}.
     *
     * @param listener hears what it says
     * @param log gets lines about a server somewhere else, secrets masked
     * @param number tells the threads of one start from those of others
     * @throws StartFailure where it cannot be started, or not be reached with what is configured
     */
    static Upstream start(
            ServerLaunch.Startable launch, UpstreamListener listener, Consumer<String> log, int number)
            throws StartFailure {
        return switch (launch) {
            case ServerLaunch.Local local ->
                StdioServer.start(local.command(), listener, StderrSink.NOWHERE, number);
            case ServerLaunch.Distant distant -> {
                Masking masking = Masking.of(distant);
                String name = distant.definition().options().name();
                yield RemoteServer.start(
                        distant.remote(),
                        distant.environment(),
                        listener,
                        line -> log.accept(name + ": " + masking.of(line)),
                        number);
            }
        };
    }
}
