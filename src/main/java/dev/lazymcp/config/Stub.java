package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.LaunchSite;
import java.util.List;
import java.util.Optional;

/** What an entry's argv is to lazymcp. */
public sealed interface Stub {
    /** Not ours. */
    record None() implements Stub {}

    /** Ours, with nothing behind it that could be wrapped or put back: the hub. */
    record Own() implements Stub {}

    /**
     * A stub in front of a command or an address.
     *
     * @param line its arguments
     * @param words how many words stand before the original command, all of them where there is none
     */
    record Wrap(WrapLine line, int words) implements Stub {}

    /** The stub that {@code entry} of {@code document} starts, if it starts one. */
    static Optional<Found> find(Document document, Entry entry) {
        return Launch.of(document, entry) instanceof Launch.Stdio stdio && of(stdio.site()) instanceof Wrap wrap
                ? Optional.of(new Found(stdio.site(), wrap))
                : Optional.empty();
    }

    /**
     * A stub and where it stands.
     *
     * @param site where
     * @param wrap what it is
     */
    record Found(LaunchSite site, Wrap wrap) {}

    /** Reads what {@code site} starts. */
    static Stub of(LaunchSite site) {
        List<String> argv = site.argv();
        List<String> arguments = argv.subList(1, argv.size());
        Optional<WrapLine> line = WrapLine.parse(arguments);
        boolean byName = isLazymcp(argv.getFirst());
        // --command can give the binary any name; nobody but rewrite writes "wrap --name … --".
        if (line.isPresent() && (byName || line.get().isNamed())) {
            return new Wrap(line.get(), argv.size() - line.get().original().size());
        }
        return byName ? new Own() : new None();
    }

    private static boolean isLazymcp(String command) {
        String file = command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
        return file.equals("lazymcp") || file.equalsIgnoreCase("lazymcp.exe");
    }
}
