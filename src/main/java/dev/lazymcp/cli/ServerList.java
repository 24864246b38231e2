package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.cli.StubStates.Told;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.ServerEntry;
import dev.lazymcp.shim.PromptCost;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** What {@code list} tells. The JSON is described in {@code docs/clients.md}; members are added to it, never changed. */
final class ServerList {
    private static final String UNKNOWN = "-";

    private final List<Row> rows = new ArrayList<>();
    private final List<Finding> findings;

    ServerList(List<Finding> findings) {
        this.findings = List.copyOf(findings);
    }

    /**
     * A server.
     *
     * @param entry what its client's file says
     * @param state its state, in one word
     * @param stubs those that run for it
     * @param cost what its tools cost, where the catalog knows them
     */
    record Row(ServerEntry entry, String state, List<Told> stubs, Optional<PromptCost> cost) {}

    /** Takes in a server. */
    void add(ServerEntry entry, String state, List<Told> stubs, Optional<PromptCost> cost) {
        rows.add(new Row(entry, state, List.copyOf(stubs), cost));
    }

    /** One line of the table: the same entry as several clients see it. */
    private record Line(Row row, List<String> clients) {}

    /** Tells people, in lines of {@code width} characters. */
    void print(PrintStream out, int width) {
        SequencedMap<Path, List<Line>> files = new LinkedHashMap<>();
        for (Row row : rows) {
            List<Line> lines = files.computeIfAbsent(row.entry.file(), ignored -> new ArrayList<>());
            lines.stream()
                    .filter(line -> isSame(line.row, row))
                    .findFirst()
                    .ifPresentOrElse(
                            line -> line.clients.add(row.entry.client()),
                            () -> lines.add(new Line(row, new ArrayList<>(List.of(row.entry.client())))));
        }
        files.forEach((file, lines) -> printFile(out, width, file, lines));
        ListTotals totals = totals();
        if (!totals.isEmpty()) {
            totals.print(out, width);
        }
    }

    private static void printFile(PrintStream out, int width, Path file, List<Line> lines) {
        out.println(TerminalText.plain(file.toString()));
        TextTable table = new TextTable("  NAME", "SCOPE", "STATE", "TOOLS", "TOKENS", "STARTS")
                .right(3)
                .right(4);
        for (Line line : lines) {
            ServerEntry entry = line.row.entry;
            table.row(
                    "  " + TerminalText.cut(entry.name(), 28),
                    entry.scope().name().toLowerCase(Locale.ROOT),
                    line.row.state,
                    line.row.cost.map(cost -> Integer.toString(cost.tools())).orElse(UNKNOWN),
                    line.row
                            .cost
                            .map(cost -> Integer.toString(entry.lazy() ? cost.asleep() : cost.awake()))
                            .orElse(UNKNOWN),
                    starts(entry));
        }
        List<String> text = table.lines(width);
        out.println(text.getFirst());
        for (int i = 0; i < lines.size(); i++) {
            out.println(text.get(i + 1));
            TerminalText.wrapped(remarks(lines.get(i)), "      ", width).forEach(out::println);
        }
        out.println();
    }

    private ListTotals totals() {
        ListTotals totals = new ListTotals();
        rows.stream()
                .filter(row -> row.entry.isActive())
                .forEach(row -> totals.add(row.entry.client(), row.entry.lazy(), row.cost));
        return totals;
    }

    /** Whether there is nothing to tell. */
    boolean isEmpty() {
        return rows.isEmpty();
    }

    private static boolean isSame(Row one, Row other) {
        return one.state.equals(other.state)
                && one.entry.name().equals(other.entry.name())
                && one.entry.scope() == other.entry.scope()
                && one.entry.position().equals(other.entry.position())
                && one.entry.shadow().equals(other.entry.shadow());
    }

    private static String starts(ServerEntry entry) {
        return entry.url()
                .filter(ignored -> entry.command().isEmpty())
                .map(url -> entry.transport().word() + " " + url)
                .orElseGet(() ->
                        entry.command().isEmpty() ? entry.transport().word() : TerminalText.words(entry.command()));
    }

    private static String remarks(Line line) {
        ServerEntry entry = line.row.entry;
        List<String> remarks = new ArrayList<>();
        remarks.add(String.join(", ", line.clients));
        entry.project().ifPresent(project -> remarks.add("project " + project));
        if (entry.required()) {
            remarks.add("required");
        }
        named(remarks, "agents", entry.agents());
        named(remarks, "tools", entry.tools());
        named(remarks, "never", entry.deniedTools());
        named(remarks, "env", entry.environmentNames());
        named(remarks, "headers", entry.headerNames());
        named(remarks, "authorization", entry.authorization());
        entry.shadow()
                .ifPresent(shadow -> remarks.add("shadowed by " + shadow.file() + " ("
                        + shadow.scope().name().toLowerCase(Locale.ROOT) + ")"));
        entry.problem().ifPresent(problem -> remarks.add("problem at " + problem));
        if (line.row.stubs.size() > 1) {
            remarks.add(line.row.stubs.stream()
                    .map(stub -> stub.state() + " in session " + stub.session())
                    .collect(Collectors.joining(", ")));
        }
        return String.join("; ", remarks);
    }

    private static void named(List<String> remarks, String what, List<String> names) {
        if (!names.isEmpty()) {
            remarks.add(what + " " + String.join(", ", names));
        }
    }

    /** Tells programs. */
    void printJson(PrintStream out) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        ArrayNode servers = root.putArray("servers");
        rows.forEach(row -> add(servers.addObject(), row));
        totals().addTo(root.putArray("totals"));
        FindingReport.add(root.putArray("findings"), findings);
        out.println(TerminalText.json(root));
    }

    private static void add(ObjectNode node, Row row) {
        ServerEntry entry = row.entry;
        node.put("name", entry.name())
                .put("client", entry.client())
                .put("file", entry.file().toString())
                .put("line", entry.position().line())
                .put("column", entry.position().column())
                .put("scope", entry.scope().name().toLowerCase(Locale.ROOT));
        entry.project().ifPresent(project -> node.put("project", project));
        entry.shadow()
                .ifPresent(shadow -> node.putObject("shadowedBy")
                        .put("scope", shadow.scope().name().toLowerCase(Locale.ROOT))
                        .put("file", shadow.file().toString()));
        node.put("transport", entry.transport().word());
        add(node, "command", entry.command());
        entry.url().ifPresent(url -> node.put("url", url));
        add(node, "env", entry.environmentNames());
        add(node, "headers", entry.headerNames());
        add(node, "authorization", entry.authorization());
        node.put("required", entry.required());
        add(node, "agents", entry.agents());
        add(node, "tools", entry.tools());
        add(node, "deniedTools", entry.deniedTools());
        entry.autoConnect().ifPresent(autoConnect -> node.put("autoConnect", autoConnect));
        node.put("lazy", entry.lazy()).put("disabled", entry.disabled()).put("state", row.state);
        if (!row.stubs.isEmpty()) {
            ArrayNode stubs = node.putArray("stubs");
            row.stubs.forEach(
                    stub -> stubs.addObject().put("session", stub.session()).put("state", stub.state()));
        }
        entry.problem().ifPresent(problem -> node.put("problem", problem));
        row.cost.ifPresent(cost -> {
            node.put("toolCount", cost.tools());
            node.putObject("tokens").put("awake", cost.awake()).put("asleep", cost.asleep());
        });
    }

    private static void add(ObjectNode node, String name, List<String> values) {
        ArrayNode array = node.putArray(name);
        values.forEach(array::add);
    }
}
