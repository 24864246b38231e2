package dev.lazymcp.shim;

/**
 * Which requests of the client the stub answers, which it passes on and which start the server, by method and state: the
 * methods of the MCP revisions 2024-11-05 to 2025-11-25. {@code initialize} and {@code tools/call} depend on more than that and are
 * decided by {@link ClientSide}.
 */
final class MethodTable {
    private MethodTable() {}

    /** What becomes of a request for {@code method} in {@code state}. */
    static Duty duty(String method, State state) {
        return switch (state) {
            case State.Registered _, State.Closed _ -> dormant(method);
            case State.Connecting _ -> connecting(method);
            case State.Active _ -> active(method);
            case State.Suspended(int generation, boolean _, boolean _) ->
                suspended(method, generation != State.NO_PROCESS);
            case State.Removed _ -> suspended(method, false);
        };
    }

    /** Whether the stub can answer {@code method} in the place of a server that does not have it. */
    static boolean hasAnswer(String method) {
        return switch (method) {
            case "tools/list",
                    "resources/list",
                    "resources/templates/list",
                    "prompts/list",
                    "completion/complete",
                    "logging/setLevel",
                    "tasks/list" -> true;
            default -> false;
        };
    }

    private static Duty dormant(String method) {
        return switch (method) {
            case "ping",
                    "tools/list",
                    "resources/list",
                    "resources/templates/list",
                    "prompts/list",
                    "completion/complete",
                    "logging/setLevel",
                    "resources/unsubscribe",
                    "tasks/list" -> Duty.ANSWER;
            // A subscription needs a server that watches; so does everything that reads.
            case "resources/read", "resources/subscribe", "prompts/get" -> Duty.INVOKE;
            case "tasks/get", "tasks/result", "tasks/cancel" -> Duty.NO_SUCH_TASK;
            default -> Duty.NO_SUCH_METHOD;
        };
    }

    private static Duty connecting(String method) {
        return switch (method) {
            case "ping",
                    "tools/list",
                    "resources/list",
                    "resources/templates/list",
                    "prompts/list",
                    "completion/complete",
                    "logging/setLevel",
                    "tasks/list" -> Duty.ANSWER;
            case "server/discover" -> Duty.NO_SUCH_METHOD;
            default -> Duty.INVOKE;
        };
    }

    private static Duty active(String method) {
        // A legacy connection stays one: the probe of a newer client must not reach a server that may exit on it.
        return method.equals("server/discover") ? Duty.NO_SUCH_METHOD : Duty.FORWARD;
    }

    private static Duty suspended(String method, boolean alive) {
        return switch (method) {
            case "ping",
                    "tools/list",
                    "resources/list",
                    "resources/templates/list",
                    "prompts/list",
                    "completion/complete",
                    "logging/setLevel",
                    "resources/subscribe",
                    "resources/unsubscribe" -> Duty.ANSWER;
            case "resources/read", "prompts/get" -> Duty.REFUSE;
            case "tasks/list" -> alive ? Duty.FORWARD : Duty.ANSWER;
            case "tasks/get", "tasks/result", "tasks/cancel" -> alive ? Duty.FORWARD : Duty.NO_SUCH_TASK;
            default -> Duty.NO_SUCH_METHOD;
        };
    }
}
