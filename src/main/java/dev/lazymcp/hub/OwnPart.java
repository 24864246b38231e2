package dev.lazymcp.hub;

import dev.lazymcp.os.Background;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Message.Request;
import dev.lazymcp.rpc.Reply;
import java.util.List;

/** What the hub offers besides its members: a tool for the model, prompts for the person. Commands run on threads of their own. */
final class OwnPart {
    private final Outlet outlet;
    private final Roster roster;
    private final Commands commands;
    private final boolean modelControl;

    OwnPart(Outlet outlet, Roster roster, Commands commands, boolean modelControl) {
        this.outlet = outlet;
        this.roster = roster;
        this.commands = commands;
        this.modelControl = modelControl;
    }

    List<Frame> tools() {
        return modelControl ? List.of(OwnTool.LISTED) : List.of();
    }

    List<Frame> prompts() {
        return OwnPrompts.LISTED;
    }

    /** Whether {@code name} is the hub's own tool. */
    boolean isTool(String name) {
        return modelControl && name.equals(OwnTool.NAME);
    }

    /** Answers a call of the tool. */
    void call(Request request) {
        switch (OwnTool.read(request.paramsOrEmpty())) {
            case OwnTool.Wish.Unclear(String reason) -> outlet.result(request, Reply.toolText(reason, true));
            case OwnTool.Wish.Do(Action action, String subject) ->
                Background.run("hub-command", () -> {
                    Commands.Said said = commands.run(action, subject);
                    outlet.result(request, Reply.toolText(said.text(), said.failed()));
                });
        }
    }

    /** Answers a request for the prompt for {@code action}. */
    void prompt(Request request, Action action) {
        String server = Json.string(request.paramsOrEmpty(), "arguments", "server");
        String subject = action.needsServer() && server != null ? server.strip() : "";
        if (action.needsServer() && subject.isEmpty()) {
            Commands.Said said = new Commands.Said("name the server", true);
            outlet.result(request, OwnPrompts.result(action, "", said));
            return;
        }
        Background.run(
                "hub-command",
                () -> outlet.result(request, OwnPrompts.result(action, subject, commands.run(action, subject))));
    }

    /** The servers whose names begin as the value that is being typed does. */
    Frame completion(Frame params) {
        String typed = Json.string(params, "argument", "value");
        List<String> names = roster.all().stream()
                .map(Member::name)
                .filter(name -> typed == null || name.startsWith(typed))
                .limit(100)
                .toList();
        return Json.text(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("completion");
            json.writeArrayFieldStart("values");
            for (String name : names) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeNumberField("total", names.size());
            json.writeBooleanField("hasMore", false);
            json.writeEndObject();
            json.writeEndObject();
        });
    }
}
