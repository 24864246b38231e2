package dev.lazymcp.hub;

import dev.lazymcp.rpc.Id;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The client's requests that a member has to answer. */
final class Flights {
    /**
     * One of them.
     *
     * @param raw whether the client used the member's own names in it
     */
    record Flight(Member member, String method, boolean raw) {}

    private final Map<Id, Flight> flights = new ConcurrentHashMap<>();

    /** {@code flight} begins; whether it may: not while the client waits for another answer to {@code id}. */
    boolean begin(Id id, Flight flight) {
        return flights.putIfAbsent(id, flight) == null;
    }

    /** The request {@code id} is over; what it was, or null where it is none of these. */
    @Nullable
    Flight end(Id id) {
        return flights.remove(id);
    }
}
