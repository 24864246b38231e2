package dev.lazymcp.cli;

import dev.lazymcp.control.ControlMessage;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.Shim;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.shim.StubStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/** The operations on a stub's socket that are about what the stub stands for. */
final class StubDefinition {
    private final Shim shim;
    private final StubOrigins origins;

    StubDefinition(Shim shim, StubOrigins origins) {
        this.shim = shim;
        this.origins = origins;
    }

    /** The files that the stub can come from. */
    List<String> origins() {
        return origins.all();
    }

    /**
     * What is in force: options and command, and of the variables that belong to the entry, or that the request names, digests in
     * the place of values.
     */
    Frame describe(ControlRequest request) {
        Definition definition = shim.definition();
        StubOptions options = definition.options();
        StubStatus status = shim.status();
        SequencedSet<String> names = new LinkedHashSet<>(options.envKeys());
        names.addAll(request.strings("variables"));
        VariableDigest digest = VariableDigest.of(request.string("salt"));
        request.path("origin").ifPresent(origins::add);
        return ControlMessage.object(json -> {
            json.writeStringField("name", status.name());
            json.writeStringField("state", status.state());
            json.writeStringField("client", status.client());
            StubControl.writeStrings(json, "options", StubWords.of(options));
            StubControl.writeStrings(json, "command", options.command());
            json.writeObjectFieldStart("environment");
            for (String name : names) {
                String value = definition.environment().get(name);
                if (value != null) {
                    json.writeStringField(name, digest.of(name, value));
                }
            }
            json.writeEndObject();
            StubControl.writeStrings(json, "origins", origins.all());
        });
    }

    /**
     * What a {@code redefine} wants: the words of a stub's command line, and the entry's own environment, in which the variables
     * that are to be kept are set to what they are set to now.
     */
    Definition read(ControlRequest request) {
        request.path("origin").ifPresent(origins::add);
        return read(request, shim.definition());
    }

    /** The same by the side of {@code current}. */
    static Definition read(ControlRequest request, Definition current) {
        List<String> words = new ArrayList<>(List.of("wrap"));
        words.addAll(request.strings("options"));
        List<String> command = request.strings("command");
        if (!command.isEmpty()) {
            words.add("--");
            words.addAll(command);
        }
        WrapArguments arguments = WrapArguments.parse(words.toArray(String[]::new))
                .orElseThrow(() -> new IllegalArgumentException("these are no options of a stub"));
        Map<String, String> own = new HashMap<>(request.pairs("environment"));
        for (String name : request.strings("keep")) {
            String value = current.environment().get(name);
            if (value != null) {
                own.put(name, value);
            }
        }
        return current.with(arguments.options(current.options().activeAgents(), Build.THIS.version()), own);
    }
}
