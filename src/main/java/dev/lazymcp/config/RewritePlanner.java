package dev.lazymcp.config;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.WrapLine.Option;
import dev.lazymcp.config.client.Variables;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.EntryPath;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.LaunchSite;
import dev.lazymcp.config.edit.RemoteSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides what {@code rewrite} does to a file.
 *
 * @param selection which entries
 * @param command what to write as lazymcp's command
 * @param commandIsGiven whether the person named it, so that stubs that have another are brought in line
 * @param expose how the stub shows itself, if the person said so
 * @param rules who limits the tools of the servers in the file
 * @param reach which entries it has any business with at all
 */
public record RewritePlanner(
        Selection selection,
        String command,
        boolean commandIsGiven,
        Optional<String> expose,
        FileRules rules,
        Reach reach) {
    private static final String HAS_A_URL = "it is a server with a URL; --remote or its name wraps it as well";
    private static final String CONNECTS_ITSELF = "it says autoConnect: true; name it to wrap it all the same";

    /** A planner for all entries of a file. */
    public RewritePlanner(
            Selection selection, String command, boolean commandIsGiven, Optional<String> expose, FileRules rules) {
        this(selection, command, commandIsGiven, expose, rules, Reach.EVERYTHING);
    }

    /** Plans the change of {@code document}. */
    public Plan plan(Document document) {
        List<Decision> decisions = document.entries().stream()
                .filter(entry -> selection.admits(entry.path().name()))
                .map(entry -> decide(document, entry))
                .toList();
        return Decision.plan(document, decisions);
    }

    private Decision decide(Document document, Entry entry) {
        EntryFields fields = new EntryFields(document, entry);
        EntryPath path = entry.path();
        try {
            Optional<String> obstacle = reach.obstacle(path);
            if (obstacle.isPresent()) {
                return cannot(path, obstacle.get());
            }
            if (fields.disabled()) {
                return cannot(path, "it is disabled");
            }
            Optional<Boolean> autoConnect = fields.autoConnect();
            if (selection instanceof Selection.Lazy && autoConnect.orElse(true)) {
                return Decision.left(path, "it does not say autoConnect: false; name it or use --all");
            }
            return switch (Launch.of(document, entry)) {
                case Launch.Unusable unusable -> cannot(path, unusable.why());
                case Launch.Remote(var site, String why) ->
                    site.isEmpty() ? cannot(path, why) : remote(document, fields, site.get(), autoConnect);
                case Launch.Stdio stdio -> local(fields, stdio.site(), autoConnect);
            };
        } catch (EntryException fault) {
            return new Decision(path, Outcome.REJECTED, fault.position() + ": " + fault.getMessage(), List.of());
        }
    }

    private Decision cannot(EntryPath path, String why) {
        return selection.names(path.name())
                ? new Decision(path, Outcome.REFUSED, why, List.of())
                : Decision.left(path, why);
    }

    // An attempt at a stub that was written by hand does not start, and its client says little of it.
    private static String own(LaunchSite site) {
        List<String> argv = site.argv();
        boolean wrap = argv.size() > 1 && argv.get(1).equals(WrapLine.SUBCOMMAND);
        boolean remote = WrapLine.parse(argv.subList(1, argv.size()))
                .filter(WrapLine::isRemote)
                .isPresent();
        return wrap && !remote ? "it is a stub with no command behind --, and cannot start" : "it is lazymcp itself";
    }

    private Decision local(EntryFields fields, LaunchSite site, Optional<Boolean> autoConnect) throws EntryException {
        EntryPath path = fields.entry().path();
        return switch (Stub.of(site)) {
            case Stub.Own ignored -> cannot(path, own(site));
            case Stub.Wrap wrap -> {
                ToolLimits limits = rules.of(fields);
                yield limits.obstacle().isPresent()
                        ? cannot(path, limits.obstacle().get())
                        : update(path, site, wrap, StubOptions.of(fields, limits, expose, wrap.line()));
            }
            case Stub.None ignored -> {
                if (selection instanceof Selection.All && autoConnect.orElse(false)) {
                    yield Decision.left(path, CONNECTS_ITSELF);
                }
                ToolLimits limits = rules.of(fields);
                if (limits.obstacle().isPresent()) {
                    yield cannot(path, limits.obstacle().get());
                }
                WrapLine line = new WrapLine(StubOptions.of(fields, limits, expose), site.argv());
                yield new Decision(path, Outcome.WRAPPED, "", site.replaceFirst(0, words(command, line)));
            }
        };
    }

    private Decision remote(Document document, EntryFields fields, RemoteSite site, Optional<Boolean> autoConnect)
            throws EntryException {
        EntryPath path = fields.entry().path();
        if (selection instanceof Selection.All && autoConnect.orElse(false)) {
            return Decision.left(path, CONNECTS_ITSELF);
        }
        // It has no process to save; its client may know ways to sign in that lazymcp does not.
        if (selection instanceof Selection.All(boolean remote) && !remote && autoConnect.orElse(true)) {
            return Decision.left(path, HAS_A_URL);
        }
        ToolLimits limits = rules.of(fields);
        List<Variables> clients = rules.variables(path);
        Optional<String> obstacle =
                limits.obstacle().or(() -> RemoteRewrite.obstacle(fields, site, selection, clients));
        if (obstacle.isPresent()) {
            return cannot(path, obstacle.get());
        }
        List<String> argv = words(command, RemoteRewrite.line(fields, site, limits, expose, clients));
        return RemoteRewrite.wrap(document, fields.entry(), site, argv, clients)
                .map(edits -> new Decision(path, Outcome.WRAPPED, "", edits))
                .orElseGet(() -> cannot(path, RemoteRewrite.UNCLEAR));
    }

    private Decision update(EntryPath path, LaunchSite site, Stub.Wrap wrap, List<Option> options) {
        String present = site.argv().getFirst();
        String binary = commandIsGiven ? command : present;
        if (options.equals(wrap.line().options()) && binary.equals(present)) {
            return Decision.left(path, "it is wrapped already");
        }
        WrapLine line = new WrapLine(options, wrap.line().original());
        return new Decision(
                path, Outcome.UPDATED, "its options changed", site.replaceFirst(wrap.words(), words(binary, line)));
    }

    private static List<String> words(String binary, WrapLine line) {
        List<String> words = new ArrayList<>();
        words.add(binary);
        words.addAll(line.prefix());
        return List.copyOf(words);
    }
}
