package dev.lazymcp.upstream;

import dev.lazymcp.rpc.Frame;
import java.io.IOException;
import java.util.Optional;

/** A server that runs as a child process and speaks over its standard streams (MCP, "stdio transport"). */
public final class StdioServer implements Upstream {
    private StdioServer() {}

    /**
     * Starts {@code command}.
     *
     * @param listener hears what the server says, perhaps before this returns
     * @param stderr where the server's stderr is passed on to
     * @param generation tells the threads of one start from those of the next
     * @throws StartFailure when there is no such process afterwards
     */
    public static StdioServer start(Command command, UpstreamListener listener, StderrRelay stderr, int generation)
            throws StartFailure {
        if (generation >= 0) {
            throw new StartFailure(StartFailure.Kind.OTHER, "not yet");
        }
        return new StdioServer();
    }

    @Override
    public void send(Frame frame) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void flush() throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean stop(StopPace pace) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String stderrTail() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Long> pid() {
        throw new UnsupportedOperationException();
    }
}
