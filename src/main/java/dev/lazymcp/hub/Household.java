package dev.lazymcp.hub;

import dev.lazymcp.rpc.FrameSink;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Shim;
import java.util.List;
import java.util.Optional;

/** What a hub has around it: files to read, and a place for its servers. */
public interface Household {
    /**
     * A server and what it is called here.
     *
     * @param name unlike that of each other
     */
    record Place(String name, Definition definition) {}

    /**
     * Which servers there are as the session begins.
     *
     * @param servers in the order in which they are listed
     * @param instructions for the model, about what it is not shown; empty where there is nothing to say
     * @param mustRun the names of those without which the session is not to begin
     */
    record Opening(List<Place> servers, String instructions, List<String> mustRun) {
        /** Copies the lists. */
        public Opening {
            servers = List.copyOf(servers);
            mustRun = List.copyOf(mustRun);
        }
    }

    /**
     * Looks which servers there are; called once, before the client is answered.
     *
     * @param client what the client calls itself, empty where it does not
     */
    Opening open(String client);

    /** A stub for {@code definition}, the first of this hub or another one, that speaks to {@code client}. */
    Shim stub(Definition definition, FrameSink.Target client);

    /**
     * Why the session is not to begin; empty where it may. Called before the client is answered.
     *
     * @param failures those of the servers that must run, a sentence each
     */
    Optional<String> refusal(List<String> failures);

    /** The client was answered; called once, on the thread that reads from it. */
    void opened();
}
