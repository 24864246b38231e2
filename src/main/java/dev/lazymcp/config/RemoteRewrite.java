package dev.lazymcp.config;

import dev.lazymcp.config.EntryReport.Outcome;
import dev.lazymcp.config.WrapLine.Option;
import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.ProcessSite;
import dev.lazymcp.config.edit.RemoteSite;
import dev.lazymcp.config.edit.SyntaxException;
import dev.lazymcp.os.Secrets;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts a stub in front of a server somewhere else: the entry becomes one that starts a process, the address moves into its
 * arguments, and the values of headers, which may be secrets, become variables of its environment.
 */
final class RemoteRewrite {
    private static final String HELPER = "headersHelper";
    private static final Set<String> OWN_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String UNCLEAR = "its members are written in a way that cannot be changed in place";

    private RemoteRewrite() {}

    /** Why the entry is left as it is, for people; empty where nothing is in the way. */
    static Optional<String> obstacle(EntryFields fields, RemoteSite site, Selection selection) {
        Optional<String> login = login(fields, site);
        if (login.isPresent()) {
            return login;
        }
        if (fields.entry().value().map("requestOptions").isPresent()) {
            return Optional.of("its requestOptions are for the client alone");
        }
        if (site.headersKey().filter("env_http_headers"::equals).isPresent()) {
            return Optional.of("its headers come from the client's own environment (env_http_headers)");
        }
        if (site.headersKey().isPresent() && !fields.environment().isEmpty()) {
            return Optional.of("it has both headers and an environment");
        }
        String url = site.address();
        if (url.indexOf('$') >= 0 || url.indexOf('{') >= 0) {
            return Optional.of("its address has a variable in it, which not every client expands in arguments");
        }
        if (!Secrets.maskedUrl(url).equals(url)) {
            return Optional.of(
                    "its address may have a secret in it, which everybody could read in the list of processes");
        }
        boolean credentials = !site.headerNames().isEmpty()
                || fields.entry().value().value(HELPER).isPresent();
        return !credentials && selection instanceof Selection.All && !isOwnHost(url)
                ? Optional.of(
                        "it sends no credentials, so the client may have signed in by OAuth, and you would"
                                + " have to once more (lazymcp login); name it to wrap it all the same")
                : Optional.empty();
    }

    /** What is in the way of signing in as the client does. What the entry says of it stays in the entry, where login reads it. */
    private static Optional<String> login(EntryFields fields, RemoteSite site) {
        for (String key : fields.authorization()) {
            if (!key.equals(HELPER) && !OauthMember.KEYS.contains(key)) {
                return Optional.of("the client signs in by its " + key + ", which lazymcp cannot do");
            }
        }
        if (!signsIn(fields)) {
            return Optional.empty();
        }
        List<String> beyond = fields.oauth().beyond();
        if (!beyond.isEmpty()) {
            return Optional.of("the client signs in by what lazymcp cannot follow: " + String.join(", ", beyond));
        }
        return site.isStrict()
                ? Optional.of("its client refuses what it says of OAuth in an entry that starts a process")
                : Optional.empty();
    }

    private static boolean signsIn(EntryFields fields) {
        return fields.authorization().stream().anyMatch(OauthMember.KEYS::contains);
    }

    /** What the person has to do besides, for people; empty for nothing. The client's own tokens nobody else can read. */
    private static String afterwards(Entry entry, EntryFields fields) {
        return signsIn(fields) ? "sign in once: lazymcp login " + entry.path().name() : "";
    }

    /** The stub's arguments for {@code site}. */
    static WrapLine line(EntryFields fields, RemoteSite site, ToolLimits limits, Optional<String> expose)
            throws EntryException {
        List<Option> options = new ArrayList<>(StubOptions.of(fields, limits, expose));
        List<String> variables = RemoteOptions.variables(site);
        if (!variables.isEmpty()) {
            options.add(Option.of("--env-keys", String.join(",", variables)));
        }
        options.addAll(RemoteOptions.of(site, fields.entry().value().text(HELPER)));
        return new WrapLine(options, List.of());
    }

    /** The decision to put the stub {@code argv} there, once it is certain that the file then says just that. */
    static Decision wrap(Document document, Entry entry, RemoteSite site, List<String> argv) {
        List<Edit> edits = site.toProcess(argv, RemoteOptions.variables(site));
        boolean right = after(document, entry, edits)
                .filter(then -> Launch.of(then.document(), then.entry()) instanceof Launch.Stdio stdio
                        && stdio.site().argv().equals(argv)
                        && then.environmentNames().containsAll(RemoteOptions.variables(site)))
                .isPresent();
        return right
                ? new Decision(
                        entry.path(), Outcome.WRAPPED, afterwards(entry, new EntryFields(document, entry)), edits)
                : Decision.left(entry.path(), UNCLEAR);
    }

    /** The decision to give an entry its address back, from the arguments {@code line} of its stub. */
    static Decision unwrap(Document document, Entry entry, WrapLine line) {
        Optional<ProcessSite.Original> original = RemoteOptions.original(line);
        Optional<List<Edit>> edits = original.flatMap(new ProcessSite(document, entry)::toRemote);
        boolean right = edits.flatMap(all -> after(document, entry, all))
                .filter(then -> Launch.of(then.document(), then.entry()) instanceof Launch.Remote(var site, String _)
                        && site.filter(found -> found.address()
                                        .equals(original.orElseThrow().url()))
                                .isPresent()
                        && Set.copyOf(then.headerNames())
                                .equals(Set.copyOf(
                                        original.orElseThrow().headers().values())))
                .isPresent();
        return right
                ? new Decision(entry.path(), Outcome.RESTORED, "rebuilt from its arguments", edits.orElseThrow())
                : Decision.left(
                        entry.path(),
                        "it was edited so that what it was cannot be told; take the address of --url and the headers of"
                                + " --header into the entry by hand");
    }

    private static Optional<EntryFields> after(Document document, Entry entry, List<Edit> edits) {
        try {
            Document then = document.after(edits);
            return then.entry(entry.path()).map(found -> new EntryFields(then, found));
        } catch (SyntaxException broken) {
            return Optional.empty();
        }
    }

    private static boolean isOwnHost(String url) {
        try {
            return OWN_HOSTS.contains(String.valueOf(URI.create(url).getHost()));
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
