package dev.lazymcp.cli;

import dev.lazymcp.config.OauthMember;
import dev.lazymcp.os.Secrets;
import dev.lazymcp.upstream.Remote;
import dev.lazymcp.upstream.StartFailure;
import dev.lazymcp.upstream.http.Account;
import dev.lazymcp.upstream.http.RemoteServer;
import dev.lazymcp.upstream.http.SignInWeb;
import dev.lazymcp.upstream.http.auth.Grant;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which remote server a command signs in to or out of. */
final class AccountOptions {
    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The server.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server at this address instead, whether or not a client has it.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            converter = ClientOption.class,
            description = "The server as this client has it.")
    private Optional<String> client = Optional.empty();

    /**
     * The server that is meant.
     *
     * @param name what to call it, for people
     * @param address where it is
     * @param account where its tokens are
     * @param web how it and its authorization server are asked
     * @param oauth what its entry says of signing in
     */
    record Found(String name, URI address, Account account, SignInWeb web, OauthMember oauth) {
        /** Its address, without what is secret in it. */
        String shownUrl() {
            return Secrets.maskedUrl(address.toString());
        }
    }

    /**
     * The server that is meant.
     *
     * @throws Refused where none is, or one that nobody signs in to
     */
    Found find(Surroundings surroundings) throws Refused {
        if (name.isPresent() == url.isPresent()) {
            throw new Refused("say which server: either its NAME or its address with --url", ConfigRun.USAGE);
        }
        return url.isPresent() ? byUrl(url.get(), surroundings) : byName(name.orElseThrow(), surroundings);
    }

    private static Found byUrl(String url, Surroundings surroundings) throws Refused {
        Remote remote = new Remote(url, Remote.Transport.AUTO, List.of(), Optional.empty(), Optional.empty());
        return found(
                Secrets.maskedUrl(url),
                remote,
                surroundings.env(),
                surroundings.workingDirectory(),
                Account.of(url, surroundings.directories().state()),
                OauthMember.NONE);
    }

    private Found byName(String wanted, Surroundings surroundings) throws Refused {
        CheckTarget target = ServerByName.find(wanted, client, surroundings);
        return switch (target.launch()) {
            case ServerLaunch.Distant distant ->
                found(
                        wanted,
                        distant.remote(),
                        distant.environment(),
                        distant.definition().directory(),
                        distant.account(),
                        target.servers().getFirst().full().fields().oauth());
            case ServerLaunch.Local _ ->
                throw new Refused(wanted + " is a process on this machine: nobody signs in to it", ConfigRun.USAGE);
            case ServerLaunch.Blocked(String reason) -> throw new Refused(wanted + " cannot be reached: " + reason);
            case ServerLaunch.Elsewhere(var _, String reason) ->
                throw new Refused(wanted + " cannot be reached: " + reason);
        };
    }

    private static Found found(
            String name,
            Remote remote,
            Map<String, String> environment,
            Path directory,
            Account account,
            OauthMember oauth)
            throws Refused {
        try {
            URI address = Grant.serverOf(RemoteServer.address(remote, environment));
            return new Found(name, address, account, new SignInWeb(remote, environment, directory), oauth);
        } catch (StartFailure e) {
            throw new Refused(String.valueOf(e.getMessage()), ConfigRun.USAGE);
        }
    }
}
