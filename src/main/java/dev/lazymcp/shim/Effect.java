package dev.lazymcp.shim;

/** What a change of state asks for; the shell does it, in order. */
public sealed interface Effect {
    /** Start the server; everything it says is of that generation. */
    record Start(int generation) implements Effect {}

    /** End the server of that generation and forget what it still says. */
    record Stop(int generation) implements Effect {}

    /** The client may see other tools now: tell it, if so. */
    record Announce() implements Effect {}

    /** Send the server what waits for it. */
    record ReleaseQueue() implements Effect {}

    /** Answer what waits: the server is not to be had. */
    record RefuseQueue(String reason) implements Effect {}

    /** Answer what the server had not answered when it was lost. */
    record LoseInFlight(String reason) implements Effect {}

    /** Begin to count the grace of a server that is out of scope. */
    record BeginGrace() implements Effect {}
}
