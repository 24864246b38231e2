package dev.lazymcp.shim;

import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.Upstream;
import dev.lazymcp.upstream.UpstreamListener;

/** Starts the real server. */
public interface ServerStarter {
    /**
     * Does what has to be done before a start, and was not done yet; blocks within limits of its own.
     *
     * @throws StartFailure where that fails: then there is no start
     */
    void prepare(Definition definition) throws StartFailure;

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
