package dev.lazymcp.shim;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How a stub stands. Nothing in it is a secret.
 *
 * @param state in capitals: REGISTERED, CONNECTING, ACTIVE, SUSPENDED, REMOVED, CLOSED
 * @param disabled whether a person disabled the server
 * @param outOfScope whether no agent is active that it is for
 * @param trouble why its last start failed, it was lost or it was removed; empty where nothing is wrong
 * @param inStateFor milliseconds since the state became what it is
 * @param client what the client calls itself, empty where it does not
 * @param exposure what the client sees while the server sleeps
 * @param agents the agents the server is for, none for all
 * @param activeAgents the agents that are active
 * @param toolCount its tools, as far as they are known
 * @param serverPid the process that was started, if one runs
 * @param calls tool calls in this session
 * @param errors those and other requests that failed
 * @param lastError the last of them in one line, empty where there is none
 * @param sinceError milliseconds since that
 * @param sinceStart milliseconds since the server was last started, none where it was not
 * @param startTook milliseconds that start took
 * @param usualStart milliseconds that a start took before this session, 0 where that is not known
 */
public record StubStatus(
        String name,
        String state,
        boolean disabled,
        boolean outOfScope,
        boolean required,
        String trouble,
        long inStateFor,
        String client,
        Exposure exposure,
        List<String> agents,
        Set<String> activeAgents,
        int toolCount,
        OptionalLong serverPid,
        long calls,
        long errors,
        String lastError,
        OptionalLong sinceError,
        OptionalLong sinceStart,
        OptionalLong startTook,
        long usualStart) {
    /** Copies the collections. */
    public StubStatus {
        agents = List.copyOf(agents);
        activeAgents = Set.copyOf(activeAgents);
    }
}
