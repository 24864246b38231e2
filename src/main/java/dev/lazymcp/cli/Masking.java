package dev.lazymcp.cli;

import dev.lazymcp.log.KnownSecrets;
import dev.lazymcp.os.Secrets;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.upstream.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps what a server was given out of what commands show of it. */
final class Masking {
    private final KnownSecrets secrets;

    private Masking(KnownSecrets secrets) {
        this.secrets = secrets;
    }

    /** For texts of the server that {@code launch} starts. */
    static Masking of(ServerLaunch.Startable launch) {
        return new Masking(known(launch.definition(), launch.own(), launch.environment()));
    }

    /**
     * What is secret of the server of {@code definition}.
     *
     * @param own the variables that its entry sets
     * @param environment all that it is started with
     */
    static KnownSecrets known(Definition definition, Map<String, String> own, Map<String, String> environment) {
        List<String> given = new ArrayList<>(own.values());
        given.addAll(definition.options().remote().map(Remote::literalHeaders).orElse(List.of()));
        return KnownSecrets.of(definition.options().command(), given, environment);
    }

    /** {@code text} with a mask in the place of each secret. */
    String of(String text) {
        return Secrets.maskedUrl(secrets.hiddenIn(text));
    }
}
