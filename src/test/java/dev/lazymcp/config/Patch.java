package dev.lazymcp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Applies unified diffs strictly: every line of context and every removed line must be there, at the line the hunk says. */
final class Patch {
    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@");

    private Patch() {}

    static String apply(String text, String diff) {
        List<String> before = lines(text);
        List<String> after = new ArrayList<>();
        int at = 0;
        for (String line : diff.lines().skip(2).toList()) {
            Matcher hunk = HUNK.matcher(line);
            if (hunk.matches()) {
                int start = Integer.parseInt(hunk.group(1)) - (hunk.group(2).equals("0") ? 0 : 1);
                after.addAll(before.subList(at, start));
                at = start;
            } else if (line.startsWith("+")) {
                after.add(line.substring(1));
            } else if (!line.startsWith("\\")) {
                if (!before.get(at).equals(line.substring(1))) {
                    throw new AssertionError("line " + (at + 1) + " is not " + line);
                }
                at++;
                if (line.startsWith(" ")) {
                    after.add(line.substring(1));
                }
            }
        }
        after.addAll(before.subList(at, before.size()));
        return String.join("\n", after);
    }

    /** {@code text} as {@link #apply} returns it: without blanks at the ends of lines. */
    static String stripped(String text) {
        return lines(text).stream().collect(Collectors.joining("\n"));
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::stripTrailing).toList();
    }
}
