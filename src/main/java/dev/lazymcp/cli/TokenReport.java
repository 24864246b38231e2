package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.inventory.ServerEntry;
import dev.lazymcp.shim.PromptCost;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What {@code tokens} tells, client by client: two clients have two prompts. The JSON is described in {@code docs/call.md}; members are
 * added to it, never changed.
 */
final class TokenReport {
    private static final int BAR = 24;
    private static final String ESTIMATE = "o200k_base, within 5 %";

    private final SequencedMap<String, List<Row>> clients = new LinkedHashMap<>();

    private record Row(String name, boolean lazy, Optional<PromptCost> cost) {}

    private record Sum(int servers, int unknown, int tools, int eager, int now, int bytes) {
        static Sum of(List<Row> rows) {
            Sum sum = new Sum(0, 0, 0, 0, 0, 0);
            for (Row row : rows) {
                sum = row.cost
                        .map(cost -> sum(row.lazy, cost))
                        .orElse(new Sum(1, 1, 0, 0, 0, 0))
                        .plus(sum);
            }
            return sum;
        }

        static Sum sum(boolean lazy, PromptCost cost) {
            return new Sum(1, 0, cost.tools(), cost.awake(), lazy ? cost.asleep() : cost.awake(), cost.bytes());
        }

        private Sum plus(Sum that) {
            return new Sum(
                    servers + that.servers,
                    unknown + that.unknown,
                    tools + that.tools,
                    eager + that.eager,
                    now + that.now,
                    bytes + that.bytes);
        }

        /** Less than nothing for a server whose tools are smaller than the stub's own. */
        int saved() {
            return eager - now;
        }
    }

    /** Takes in a server that counts, and its cost where the catalog knows it. */
    void add(ServerEntry entry, Optional<PromptCost> cost) {
        clients.computeIfAbsent(entry.client(), ignored -> new ArrayList<>())
                .add(new Row(entry.name(), entry.lazy(), cost));
    }

    /** Tells people, in lines of {@code width} characters; bars of block characters or of plain ones. */
    void print(PrintStream out, int width, boolean blocks) {
        if (clients.isEmpty()) {
            out.println("No servers were found.");
            return;
        }
        int most = clients.values().stream()
                .flatMap(List::stream)
                .flatMap(row -> row.cost.stream())
                .mapToInt(cost -> Math.max(cost.awake(), cost.asleep()))
                .max()
                .orElse(0);
        clients.forEach((client, rows) -> {
            TextTable table = new TextTable("  NAME", "TOOLS", "EAGER", "NOW", "SAVED", "BYTES", "")
                    .right(1)
                    .right(2)
                    .right(3)
                    .right(4)
                    .right(5);
            for (Row row : rows) {
                String name = "  " + TerminalText.cut(row.name, 28);
                row.cost
                        .map(cost -> Sum.sum(row.lazy, cost))
                        .ifPresentOrElse(
                                one -> add(table, name, one, bar(one.now, one.eager, most, blocks)),
                                () -> table.row(name, "-", "-", "-", "-", "-", ""));
            }
            Sum sum = Sum.of(rows);
            add(table, "  sum", sum, "");
            out.println(client);
            table.lines(width).forEach(out::println);
            if (sum.unknown > 0) {
                out.println("  " + sum.unknown + " of " + sum.servers
                        + " not known: never started behind a stub. To find out: lazymcp check");
            }
            out.println();
        });
        out.println("Tokens are an estimate (" + ESTIMATE + "). NOW: before the first call.");
    }

    private static void add(TextTable table, String name, Sum sum, String bar) {
        table.row(name, count(sum.tools), count(sum.eager), count(sum.now), count(sum.saved()), count(sum.bytes), bar);
    }

    private static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** The whole as long as the cost of all tools, the part that is paid now full. */
    static String bar(int now, int eager, int most, boolean blocks) {
        int whole = length(Math.max(now, eager), most);
        int paid = Math.min(whole, length(now, most));
        return (blocks ? "█" : "#").repeat(paid) + (blocks ? "░" : ".").repeat(whole - paid);
    }

    private static int length(int tokens, int most) {
        return tokens <= 0 ? 0 : Math.max(1, (int) ((long) tokens * BAR / most));
    }

    /** Tells programs. */
    void printJson(PrintStream out) {
        ObjectNode root = JsonMapper.builder().build().createObjectNode();
        root.put("estimate", ESTIMATE);
        ArrayNode array = root.putArray("clients");
        clients.forEach((client, rows) -> {
            ObjectNode node = array.addObject().put("client", client);
            ArrayNode servers = node.putArray("servers");
            for (Row row : rows) {
                ObjectNode server = servers.addObject()
                        .put("name", row.name)
                        .put("lazy", row.lazy)
                        .put("known", row.cost.isPresent());
                row.cost.ifPresent(cost -> add(server, Sum.sum(row.lazy, cost)));
            }
            Sum sum = Sum.of(rows);
            add(node.putObject("sum").put("servers", sum.servers).put("unknown", sum.unknown), sum);
        });
        out.println(TerminalText.json(root));
    }

    private static void add(ObjectNode node, Sum sum) {
        node.put("tools", sum.tools)
                .put("eager", sum.eager)
                .put("now", sum.now)
                .put("saved", sum.saved())
                .put("bytes", sum.bytes);
    }
}
