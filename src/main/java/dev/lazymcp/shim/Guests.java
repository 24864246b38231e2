package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.ProgressToken;
import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.catalog.Tool;
import dev.lazymcp.os.Background;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Notification;
import dev.lazymcp.rpc.Message.Response;
import dev.lazymcp.rpc.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the server from outside of the client's conversation. They have ids and progress tokens of their own, so that the client
 * sees nothing of them but that a server that slept is up. Guarded by the lock of {@link Stub}.
 */
final class Guests {
    private static final String TOKENS = "lz-guest:";

    private final Stub stub;
    private final Map<String, Visit> open = new HashMap<>();
    private int count;

    Guests(Stub stub) {
        this.stub = stub;
    }

    private static final class Visit {
        private final GuestRequest request;
        private final Guest guest;
        private final String token;
        private boolean over;
        private int generation = State.NO_PROCESS;
        private Id.@Nullable Text id;

        Visit(GuestRequest request, Guest guest, String token) {
            this.request = request;
            this.guest = guest;
            this.token = token;
        }
    }

    /** Asks {@code request} for {@code guest}, on threads of their own: the server need not read. Gives what ends it. */
    Runnable ask(GuestRequest request, Guest guest) {
        Visit[] visit = new Visit[1];
        stub.look(() -> visit[0] = new Visit(request, guest, TOKENS + ++count));
        if (!Background.tryRun("guest", () -> stub.inside(() -> begin(visit[0])))) {
            String[] label = new String[1];
            stub.look(() -> label[0] = stub.state().label());
            guest.refused(label[0], Background.NO_THREAD);
            return () -> {};
        }
        Runnable leaving = () -> stub.inside(() -> leave(visit[0]));
        return () -> {
            if (!Background.tryRun("guest-gone", leaving)) {
                stub.aside(() -> leave(visit[0]));
            }
        };
    }

    /** Whether nobody waits for an answer. */
    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Takes {@code notification} of progress, if a guest's request is what it is about. */
    boolean takeProgress(Notification notification) {
        String token = open.isEmpty() ? null : ProgressToken.of(notification.paramsOrEmpty());
        if (token == null || !token.startsWith(TOKENS)) {
            return false;
        }
        Visit visit = open.get(token);
        if (visit != null) {
            stub.later(() -> visit.guest.progress(notification.paramsOrEmpty()));
        }
        return true;
    }

    /** The server that was asked is gone. */
    void lost(String reason) {
        for (Visit visit : List.copyOf(open.values())) {
            if (visit.id != null) {
                refuse(visit, reason);
            }
        }
    }

    private void begin(Visit visit) {
        if (visit.over) {
            return;
        }
        if (visit.request.isCall()) {
            stub.tally.called();
        }
        open.put(visit.token, visit);
        State state = stub.state();
        if (state instanceof State.Registered) {
            Frame known = known(visit.request);
            if (known != null) {
                end(visit, guest -> guest.answered(known));
                return;
            }
            stub.happen(new Event.Invoked(stub.clock.getAsLong()));
        }
        if (stub.state() instanceof State.Connecting) {
            stub.whenSettled(_ -> stub.inside(() -> settled(visit)));
        } else {
            settled(visit);
        }
    }

    /** What is known without the server; null where it has to be asked. */
    private @Nullable Frame known(GuestRequest request) {
        return switch (request.method()) {
            case "tools/list" -> {
                List<Tool> tools = stub.shelf().tools();
                yield tools.isEmpty()
                        ? null
                        : list(request, tools.stream().map(Tool::raw).toList());
            }
            case "prompts/list" -> known(request, CatalogEntry::prompts);
            case "resources/list" -> known(request, CatalogEntry::resources);
            case "resources/templates/list" -> known(request, CatalogEntry::resourceTemplates);
            default -> null;
        };
    }

    private @Nullable Frame known(GuestRequest request, Function<CatalogEntry, List<byte[]>> list) {
        return stub.shelf()
                .catalog()
                .entry()
                .map(entry -> list(request, list.apply(entry)))
                .orElse(null);
    }

    private static Frame list(GuestRequest request, List<byte[]> elements) {
        return LocalAnswers.list(request.method(), elements);
    }

    /** No start is going on: the server is there, or it is said why not. */
    private void settled(Visit visit) {
        Connection server = stub.connection();
        if (visit.over) {
            return;
        }
        if (!(stub.state() instanceof State.Active) || server == null) {
            refuse(visit, unavailable(stub.state()));
            return;
        }
        GuestRequest request = visit.request;
        ServerFacts facts = stub.shelf().facts();
        if (request.method().equals("tools/list")) {
            List<byte[]> tools = stub.shelf().tools().stream().map(Tool::raw).toList();
            end(visit, guest -> guest.answered(list(request, tools)));
        } else if (request.isList() && facts != null && !facts.serves(request.method())) {
            end(visit, guest -> guest.answered(list(request, List.of())));
        } else {
            String problem = request.isCall() ? problem(request.params()) : "";
            if (problem.isEmpty()) {
                send(visit, server);
            } else {
                refuse(visit, problem);
            }
        }
    }

    private void send(Visit visit, Connection server) {
        visit.generation = server.generation();
        visit.id = server.ask(
                visit.request.method(),
                ProgressToken.into(visit.request.params(), visit.token),
                response -> answered(visit, response));
    }

    private void answered(Visit visit, Response response) {
        Span result = response.result();
        Span error = response.error();
        if (result != null) {
            end(visit, guest -> guest.answered(response.frame().part(result)));
        } else if (error != null) {
            end(visit, guest -> guest.failed(response.frame().part(error)));
        } else {
            refuse(visit, stub.options().name() + " answered with neither result nor error");
        }
        stub.passed(response.frame());
    }

    /** What is certainly wrong with a call; empty where nothing is. */
    private String problem(Frame params) {
        String name = Json.string(params, "name");
        if (name == null) {
            return "\"name\" must be a string";
        }
        if (!stub.options().allows(name)) {
            return ToolAnswers.notAllowed(name, stub.options());
        }
        List<Tool> tools = stub.shelf().tools();
        Span arguments = Json.find(params, "arguments");
        for (Tool tool : tools) {
            if (tool.name().equals(name)) {
                return ArgumentCheck.complaint(tool, arguments == null ? Frame.of("{}") : params.part(arguments));
            }
        }
        // A server whose list could not be read may have the tool all the same.
        return tools.isEmpty() ? "" : ToolAnswers.noSuchTool(name, stub.shelf().stubTool(), tools);
    }

    private String unavailable(State state) {
        return switch (state) {
            case State.Registered(int _, long _, String trouble) ->
                (trouble.isEmpty() ? stub.options().name() + " was stopped meanwhile" : trouble) + stub.nextTry();
            case State.Suspended _, State.Removed _ -> Suspension.text(stub.options(), state);
            case State.Closed _ -> stub.options().name() + ": its client has left";
            case State.Connecting _, State.Active _ -> stub.options().name() + " is being started anew";
        };
    }

    private void refuse(Visit visit, String reason) {
        String state = stub.state().label();
        end(visit, guest -> guest.refused(state, reason));
    }

    private void end(Visit visit, Consumer<Guest> last) {
        visit.over = true;
        open.remove(visit.token);
        stub.later(() -> last.accept(visit.guest));
    }

    /** The guest is gone: its request is cancelled like one of the client's. */
    private void leave(Visit visit) {
        boolean wasOpen = !visit.over;
        visit.over = true;
        open.remove(visit.token);
        Connection server = stub.connection(visit.generation);
        if (wasOpen && visit.id != null && server != null && server.takeOwn(visit.id) != null) {
            server.send(Cancelled.of(visit.id, "no longer wanted"));
        }
    }
}
