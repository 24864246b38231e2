package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.OauthMember;
import dev.lazymcp.os.Platform;
import dev.lazymcp.upstream.http.auth.Grant;
import dev.lazymcp.upstream.http.auth.SignIn;
import dev.lazymcp.upstream.http.auth.SignInFailure;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lazymcp login}. */
@Command(
        name = "login",
        description = {
            "Sign in to a remote server with a browser (OAuth 2.1). Its stub, check, tools and call send the token from then on,"
                    + " and renew it.",
            "Tokens are kept in files that only you can read; logout gives them back."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class LoginCommand implements Callable<Integer> {
    private static final int LONGEST_SCOPES = 200;

    private final Surroundings surroundings;

    @Mixin
    private AccountOptions options = new AccountOptions();

    @Option(
            names = "--scope",
            paramLabel = "SCOPES",
            description = "What to ask for, words with a blank between. Default: what the server says it wants.")
    private Optional<String> scope = Optional.empty();

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description =
                    "A client id that the authorization server knows. Default: the entry's, else lazymcp registers.")
    private Optional<String> clientId = Optional.empty();

    @Option(
            names = "--client-secret-env",
            paramLabel = "VARIABLE",
            description = "The environment variable with the secret that belongs to the client id.")
    private Optional<String> secretVariable = Optional.empty();

    @Option(
            names = "--client-metadata",
            paramLabel = "URL",
            description =
                    "The address of a client-id metadata document for lazymcp, used in place of registering where the"
                            + " authorization server knows such.")
    private Optional<String> clientDocument = Optional.empty();

    @Option(
            names = "--redirect-uri",
            paramLabel = "URI",
            description = "Where the browser comes back to, for a client id that is bound to one, as in"
                    + " http://localhost:8080/callback. Default: a free port of 127.0.0.1.")
    private Optional<URI> redirect = Optional.empty();

    @Option(names = "--no-browser", description = "Only print the address to open.")
    private boolean noBrowser;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = WrapCommand.DurationConverter.class,
            description = "How long you may take. Default: 5m.")
    private Duration timeout = Duration.ofMinutes(5);

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    LoginCommand() {
        this(Surroundings.ofProcess());
    }

    LoginCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        try {
            AccountOptions.Found server = options.find(surroundings);
            SignIn.Wishes wishes = wishes(server.oauth());
            SignIn signIn =
                    new SignIn(server.web(), server.account().store(), new SecureRandom(), InstantSource.system());
            report(server, signIn.to(server.address(), wishes, this::show));
            return ConfigRun.OK;
        } catch (Refused refused) {
            surroundings.complainInLines(ConfigRun.message(refused));
            return refused.exitCode();
        } catch (SignInFailure failure) {
            surroundings.complain(failure.inWords());
            return ConfigRun.FAILURE;
        }
    }

    /** What was said on the command line goes before what the entry says. */
    private SignIn.Wishes wishes(OauthMember entry) throws Refused {
        Optional<String> id = clientId.or(entry::clientId);
        Optional<String> secret = Optional.empty();
        if (secretVariable.isPresent()) {
            String value = surroundings.env().getOrDefault(secretVariable.get(), "");
            if (value.isEmpty() || id.isEmpty()) {
                throw new Refused(
                        value.isEmpty()
                                ? "the environment variable " + secretVariable.get() + " is not set"
                                : "a secret belongs to a client id; say which with --client-id",
                        ConfigRun.USAGE);
            }
            secret = Optional.of(value);
        }
        if (clientDocument.filter(url -> !url.startsWith("https://")).isPresent()) {
            throw new Refused("--client-metadata has to begin with https://", ConfigRun.USAGE);
        }
        if (!entry.beyond().isEmpty()) {
            surroundings.complain(
                    "not used of what the entry says of signing in: " + String.join(", ", entry.beyond()));
        }
        Optional<URI> back = redirect.isPresent() ? redirect : entry.redirect().map(LoginCommand::address);
        return new SignIn.Wishes(id, secret, clientDocument, scope.or(entry::scope), back, patience());
    }

    private Duration patience() {
        return timeout.isZero() ? Duration.ofDays(1) : timeout;
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException none) {
            return URI.create("about:invalid"); // refused with all else that is no address of this machine
        }
    }

    private void show(URI address) {
        boolean shown = false;
        if (!noBrowser) {
            try {
                shown = new Browser(surroundings.env(), Platform.current()).show(address);
            } catch (IOException e) {
                surroundings.complain("no browser could be started: " + e.getMessage());
            }
        }
        surroundings.complainInLines(
                (shown ? "sign in in your browser; if it shows nothing, open:" : "to sign in, open on this machine:")
                        + "\n" + address.toASCIIString());
    }

    private void report(AccountOptions.Found server, Grant grant) {
        Optional<Instant> due = grant.tokens().due();
        boolean renewable = grant.tokens().refresh().isPresent();
        String scopes = grant.tokens().scope();
        if (json) {
            ObjectNode node = JsonMapper.builder().build().createObjectNode();
            node.put("server", server.name());
            node.put("url", server.shownUrl());
            node.put("signed_in", true);
            node.put("issuer", grant.issuer());
            node.put("scope", scopes);
            node.put("renewable", renewable);
            due.ifPresent(when -> node.put("renew_at", when.toString()));
            surroundings.out().println(TerminalText.json(node));
            return;
        }
        StringBuilder text = new StringBuilder("Signed in to ")
                .append(server.name())
                .append(" (")
                .append(grant.issuer())
                .append(")");
        text.append(scopes.isEmpty() ? "." : " for: " + TerminalText.cut(scopes, LONGEST_SCOPES) + ".");
        if (!renewable) {
            text.append(" The token cannot be renewed")
                    .append(due.map(when -> "; it is good until about " + when).orElse(""))
                    .append('.');
        }
        surroundings.out().println(TerminalText.plain(text.toString()));
    }
}
