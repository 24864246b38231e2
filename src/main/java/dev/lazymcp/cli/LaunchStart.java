package dev.lazymcp.cli;

import dev.lazymcp.probe.Conversation;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StdioServer;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;
import dev.lazymcp.upstream.http.RemoteServer;
import java.util.function.Consumer;

/**
 * Brings a server to life for a command, after what has to run before it.
 *
 * @param number tells the threads of this start from those of others
 * @param log takes what is to be said of a server elsewhere, masked
 */
record LaunchStart(ServerLaunch.Startable launch, StubChores chores, int number, Consumer<String> log)
        implements Conversation.Start {
    @Override
    public Upstream start(UpstreamListener listener) throws StartFailure {
        chores.prepare(launch.definition());
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
