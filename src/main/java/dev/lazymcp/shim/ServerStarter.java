package dev.lazymcp.shim;

import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;

/** Starts the real server. */
public interface ServerStarter {
    /**
     * Starts it once more.
     *
     * @param definition what to start
     * @param listener hears what it says
     * @param generation the number of this start, from 1
     * @throws StartFailure where it cannot be started, with what was tried
     */
    Upstream start(Definition definition, UpstreamListener listener, int generation) throws StartFailure;
}
