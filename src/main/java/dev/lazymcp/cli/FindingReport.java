package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.lazymcp.config.inventory.Finding;
import dev.lazymcp.config.inventory.Finding.Severity;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** How findings are told. */
final class FindingReport {
    private FindingReport() {}

    /** Tells people. */
    static void print(PrintStream out, int width, List<Finding> findings) {
        for (Finding finding : findings) {
            out.println(TerminalText.plain(word(finding.severity()) + ": " + finding.where()));
            TerminalText.wrapped(finding.what(), "  ", width).forEach(out::println);
            TerminalText.wrapped("→ " + finding.remedy(), "  ", width).forEach(out::println);
        }
    }

    /** Adds {@code findings} to {@code array} for programs. */
    static void add(ArrayNode array, List<Finding> findings) {
        for (Finding finding : findings) {
            array.addObject()
                    .put("severity", word(finding.severity()))
                    .put("check", finding.check())
                    .put("where", finding.where())
                    .put("what", finding.what())
                    .put("remedy", finding.remedy());
        }
    }

    /** Whether something does not work. */
    static boolean hasErrors(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
    }

    private static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
