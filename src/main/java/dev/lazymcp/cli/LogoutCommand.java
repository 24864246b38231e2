package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.upstream.http.auth.SignOut;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lazymcp logout}. */
@Command(
        name = "logout",
        description = {
            "Sign out of a remote server: its token is given back where the authorization server takes it, and forgotten here in"
                    + " any case.",
            "A stub that has the server running goes on until the server asks for a token again."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class LogoutCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private AccountOptions options = new AccountOptions();

    @Option(names = "--json", description = "Report as JSON.")
    private boolean json;

    LogoutCommand() {
        this(Surroundings.ofProcess());
    }

    LogoutCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        try {
            AccountOptions.Found server = options.find(surroundings);
            Optional<SignOut.Outcome> outcome =
                    new SignOut(server.web(), server.account().store()).of(server.address());
            if (json) {
                printJson(server, outcome);
            } else {
                surroundings.out().println(TerminalText.plain(text(server.name(), outcome)));
            }
            return ConfigRun.OK;
        } catch (Refused refused) {
            surroundings.complainInLines(ConfigRun.message(refused));
            return refused.exitCode();
        }
    }

    private static String text(String name, Optional<SignOut.Outcome> outcome) {
        if (outcome.isEmpty()) {
            return "Nobody was signed in to " + name + ".";
        }
        SignOut.Outcome how = outcome.get();
        return how.revoked()
                ? "Signed out of " + name + "; " + how.issuer() + " has taken the token back."
                : "Signed out of " + name + ". The token is forgotten here; it was not taken back by "
                        + (how.issuer().isEmpty() ? "anybody" : how.issuer()) + ": " + how.note() + ".";
    }

    private void printJson(AccountOptions.Found server, Optional<SignOut.Outcome> outcome) {
        ObjectNode node = JsonMapper.builder().build().createObjectNode();
        node.put("server", server.name());
        node.put("url", server.shownUrl());
        node.put("signed_out", outcome.isPresent());
        node.put("revoked", outcome.map(SignOut.Outcome::revoked).orElse(false));
        outcome.map(SignOut.Outcome::note).filter(note -> !note.isEmpty()).ifPresent(note -> node.put("note", note));
        surroundings.out().println(TerminalText.json(node));
    }
}
