package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.lazymcp.shim.PromptCost;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/** What the servers that count come to, client by client: two clients have two prompts. */
final class ListTotals {
    private final SequencedMap<String, Total> clients = new TreeMap<>();

    /**
     * One client's servers.
     *
     * @param lazy how many of them have a stub
     * @param known how many the catalog knows
     * @param tools of those
     * @param now tokens in a prompt before the first call
     * @param eager tokens without any stub
     */
    private record Total(int servers, int lazy, int known, int tools, int now, int eager) {
        private static final Total NONE = new Total(0, 0, 0, 0, 0, 0);

        Total plus(boolean stub, Optional<PromptCost> cost) {
            return new Total(
                    servers + 1,
                    lazy + (stub ? 1 : 0),
                    known + (cost.isPresent() ? 1 : 0),
                    tools + cost.map(PromptCost::tools).orElse(0),
                    now
                            + cost.map(known -> stub ? known.asleep() : known.awake())
                                    .orElse(0),
                    eager + cost.map(PromptCost::awake).orElse(0));
        }
    }

    /** Takes in a server of {@code client}; {@code lazy} says whether a stub is in front of it. */
    void add(String client, boolean lazy, Optional<PromptCost> cost) {
        clients.merge(client, Total.NONE.plus(lazy, cost), (sum, _) -> sum.plus(lazy, cost));
    }

    boolean isEmpty() {
        return clients.isEmpty();
    }

    /** Tells people, in lines of {@code width} characters. */
    void print(PrintStream out, int width) {
        TextTable table = new TextTable("TOTAL", "SERVERS", "LAZY", "KNOWN", "TOOLS", "TOKENS", "WITHOUT STUBS");
        for (int column = 1; column < 6; column++) {
            table.right(column);
        }
        clients.forEach((client, total) -> table.row(
                client,
                count(total.servers),
                count(total.lazy),
                count(total.known),
                count(total.tools),
                count(total.now),
                count(total.eager)));
        table.lines(width).forEach(out::println);
    }

    private static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Tells programs: an object a client. */
    void addTo(ArrayNode totals) {
        clients.forEach((client, total) -> {
            var node = totals.addObject()
                    .put("client", client)
                    .put("servers", total.servers)
                    .put("lazy", total.lazy)
                    .put("known", total.known)
                    .put("toolCount", total.tools);
            node.putObject("tokens").put("now", total.now).put("eager", total.eager);
        });
    }
}
