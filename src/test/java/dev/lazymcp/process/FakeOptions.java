package dev.lazymcp.process;

import java.util.ArrayList;
import java.util.List;

/**
 * The flags of a {@link FakeServer}: {@code --name} or {@code --name=value}. What is no flag is not looked at.
 *
 * @param argv the command line as it came
 */
record FakeOptions(List<String> argv) {
    boolean has(String flag) {
        return argv.contains("--" + flag) || argv.stream().anyMatch(arg -> arg.startsWith("--" + flag + "="));
    }

    String text(String flag, String fallback) {
        return texts(flag).stream().findFirst().orElse(fallback);
    }

    int number(String flag, int fallback) {
        return Integer.parseInt(text(flag, Integer.toString(fallback)));
    }

    /** Every value of a flag that may be given more than once. */
    List<String> texts(String flag) {
        List<String> values = new ArrayList<>();
        for (String arg : argv) {
            if (arg.startsWith("--" + flag + "=")) {
                values.add(arg.substring(flag.length() + 3));
            }
        }
        return values;
    }
}
