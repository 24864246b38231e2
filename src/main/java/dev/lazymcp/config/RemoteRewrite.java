package dev.lazymcp.config;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.WrapLine.Option;
import dev.lazymcp.config.client.Variables;
import dev.lazymcp.config.client.Variables.Field;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.ProcessSite;
import dev.lazymcp.config.edit.RemoteSite;
import dev.lazymcp.config.edit.SentHeader;
import dev.lazymcp.config.edit.Span;
import dev.lazymcp.config.edit.SyntaxException;
import dev.lazymcp.os.Secrets;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts a stub in front of a server somewhere else: the entry becomes one that starts a process, the address moves into its
 * arguments, and the values of headers, which may be secrets, become variables of its environment.
 */
final class RemoteRewrite {
    private static final String HELPER = "headersHelper";
    private static final Set<String> KNOWN_LOGINS = Set.of(HELPER, "bearer_token_env_var");
    private static final Set<String> OWN_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    static final String UNCLEAR = "its members are written in a way that cannot be changed in place";

    private RemoteRewrite() {}

    /** Why the entry is left as it is, for people; empty where nothing is in the way. */
    static Optional<String> obstacle(
            EntryFields fields, RemoteSite site, Selection selection, List<Variables> clients) {
        Optional<String> login = fields.authorization().stream()
                .filter(key -> !KNOWN_LOGINS.contains(key))
                .findFirst();
        if (login.isPresent()) {
            return Optional.of("the client signs in by its " + login.get() + ", which lazymcp cannot do yet");
        }
        if (site.headersKey().isPresent() && !fields.environment().isEmpty()) {
            return Optional.of("it has both headers and an environment");
        }
        String url = site.address();
        if (isSecret(url) && changesAsVariable(url, clients)) {
            return Optional.of(
                    "its address may have a secret in it, which everybody could read in the list of processes,"
                            + " and its client would expand variables in it anywhere else");
        }
        boolean credentials =
                !site.sent().isEmpty() || fields.entry().value().value(HELPER).isPresent();
        return !credentials && selection instanceof Selection.All && !isOwnHost(url)
                ? Optional.of(
                        "it sends no credentials, so the client may sign in by OAuth, which lazymcp cannot do yet;"
                                + " name it to wrap it all the same")
                : Optional.empty();
    }

    /**
     * Whether the address is to be the value of a variable: there every client expands what it expands in an address, and nobody
     * else on the machine can read it.
     */
    private static boolean isForEnvironment(String url, List<Variables> clients) {
        boolean variable = url.indexOf('$') >= 0 || url.indexOf('{') >= 0;
        return isSecret(url) || (variable && !changesAsVariable(url, clients));
    }

    private static boolean isSecret(String url) {
        return !Secrets.maskedUrl(url).equals(url);
    }

    // To some clients a text with a dollar is one in an address, and a variable in an environment.
    private static boolean changesAsVariable(String url, List<Variables> clients) {
        return clients.stream().noneMatch(client -> client.finds(Field.URL, url))
                && clients.stream().anyMatch(client -> client.finds(Field.ENV, url));
    }

    /** The stub's arguments for {@code site}, whose entry {@code clients} read. */
    static WrapLine line(
            EntryFields fields, RemoteSite site, ToolLimits limits, Optional<String> expose, List<Variables> clients)
            throws EntryException {
        List<Option> options = new ArrayList<>(StubOptions.of(fields, limits, expose));
        boolean address = isForEnvironment(site.address(), clients);
        List<String> variables = site.variables(address);
        if (!variables.isEmpty()) {
            options.add(Option.of("--env-keys", String.join(",", variables)));
        }
        options.addAll(RemoteOptions.of(site, address, fields.entry().value().text(HELPER)));
        return new WrapLine(options, List.of());
    }

    /** The edits that put the stub {@code argv} there, if it is certain that the file then says just that. */
    static Optional<List<Edit>> wrap(
            Document document, Entry entry, RemoteSite site, List<String> argv, List<Variables> clients) {
        boolean address = isForEnvironment(site.address(), clients);
        return site.toProcess(argv, address)
                .filter(edits -> after(document, entry, edits)
                        .filter(then -> Launch.of(then.document(), then.entry()) instanceof Launch.Stdio stdio
                                && stdio.site().argv().equals(argv)
                                && then.environmentNames().equals(site.variables(address))
                                && (!address
                                        || site.address()
                                                .equals(then.environment().get(RemoteSite.ADDRESS))))
                        .isPresent());
    }

    /** The decision to give an entry its address back, from the arguments {@code line} of its stub. */
    static Decision unwrap(Document document, Entry entry, WrapLine line) {
        ProcessSite present = new ProcessSite(document, entry);
        Optional<ProcessSite.Original> original = RemoteOptions.original(line);
        Optional<List<Edit>> edits = original.flatMap(present::toRemote);
        boolean right = edits.flatMap(all -> after(document, entry, all))
                .filter(then -> Launch.of(then.document(), then.entry()) instanceof Launch.Remote(var site, String _)
                        && site.filter(found -> isAs(found, present, original.orElseThrow()))
                                .isPresent())
                .isPresent();
        return right
                ? new Decision(entry.path(), Outcome.RESTORED, "rebuilt from its arguments", edits.orElseThrow())
                : Decision.left(
                        entry.path(),
                        "it was edited so that what it was cannot be told; take the address of --url and the headers of"
                                + " --header into the entry by hand");
    }

    private static boolean isAs(RemoteSite found, ProcessSite present, ProcessSite.Original original) {
        return present.address(original).equals(Optional.of(found.address()))
                && names(found.sent()).equals(names(original.headers()));
    }

    private static Set<String> names(List<SentHeader> headers) {
        return headers.stream().map(header -> header.scheme() + header.name()).collect(Collectors.toSet());
    }

    private static Optional<EntryFields> after(Document document, Entry entry, List<Edit> edits) {
        try {
            Document then = document.after(edits);
            return then.entry(entry.path())
                    .filter(found -> others(then, found).equals(others(document, entry)))
                    .map(found -> new EntryFields(then, found));
        } catch (SyntaxException broken) {
            return Optional.empty();
        }
    }

    /** What stands around {@code entry}, of which no byte may be lost to it or come from it. */
    private static List<String> others(Document document, Entry entry) {
        List<String> others = new ArrayList<>();
        int from = 0;
        for (Span part : entry.parts()) {
            others.add(document.text().substring(from, part.from()));
            from = part.to();
        }
        others.add(document.text().substring(from));
        return others;
    }

    private static boolean isOwnHost(String url) {
        try {
            return OWN_HOSTS.contains(String.valueOf(URI.create(url).getHost()));
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
