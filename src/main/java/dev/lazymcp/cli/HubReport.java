package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.os.ProcessMemory;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * What {@code status} says of a hub besides its servers.
 *
 * @param notes what waits or is wrong, a sentence each
 */
record HubReport(LiveStub hub, List<String> notes) {
    /** Asks {@code hub}. */
    static HubReport of(LiveStub hub) {
        try {
            return new HubReport(hub, HubEnd.ask(hub).notes());
        } catch (IOException unreachable) {
            return new HubReport(hub, List.of("the hub does not answer: " + ConfigRun.message(unreachable)));
        }
    }

    /** For people; nothing where there is nothing to say. */
    void print(PrintStream out) {
        notes.forEach(note -> out.println(TerminalText.plain("hub: " + note)));
    }

    /** For programs. */
    void addTo(ArrayNode hubs) {
        ObjectNode node = hubs.addObject()
                .put("session", hub.session().id())
                .put("pid", hub.hint().process().pid())
                .put("servers", hub.hint().servers().map(List::size).orElse(0));
        ProcessMemory.of(hub.hint().process().pid()).ifPresent(bytes -> node.put("memoryBytes", bytes));
        notes.forEach(node.putArray("notes")::add);
    }
}
