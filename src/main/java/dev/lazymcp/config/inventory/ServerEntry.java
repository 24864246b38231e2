package dev.lazymcp.config.inventory;

import dev.lazymcp.config.client.Scope;
import dev.lazymcp.config.edit.Position;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What may be told of a server's entry. There is no member for the value of a variable, a header or a credential, and command
 * and URL are masked before they get in.
 *
 * @param name the server's name as its client shows it
 * @param client the client's identifier
 * @param file where the entry stands
 * @param position where in the file
 * @param scope whose entry it is
 * @param project the project, where the entry is for one of several in its file
 * @param shadow the entry that the client takes in the place of this one
 * @param transport how it is reached
 * @param command the command behind any stub, masked; empty for a remote server
 * @param url the address of a remote server, masked
 * @param environmentNames the names of variables that the entry sets or lets through
 * @param headerNames the names of headers
 * @param authorization the names of members that say how the client proves who it is
 * @param required whether a session without it is a failure
 * @param agents who may use it; empty for everybody
 * @param tools what of it may be used; empty for everything
 * @param deniedTools what of it may not be used, whatever else is said
 * @param autoConnect what the entry says of it
 * @param lazy whether a stub stands in front of it
 * @param disabled whether it is switched off
 * @param problem why the entry makes no sense, with line and column; where it is there, members above it may be defaults
 */
public record ServerEntry(
        String name,
        String client,
        Path file,
        Position position,
        Scope scope,
        Optional<String> project,
        Optional<Shadow> shadow,
        Transport transport,
        List<String> command,
        Optional<String> url,
        List<String> environmentNames,
        List<String> headerNames,
        List<String> authorization,
        boolean required,
        List<String> agents,
        List<String> tools,
        List<String> deniedTools,
        Optional<Boolean> autoConnect,
        boolean lazy,
        boolean disabled,
        Optional<String> problem) {
    /** Copies the lists. */
    public ServerEntry {
        command = List.copyOf(command);
        environmentNames = List.copyOf(environmentNames);
        headerNames = List.copyOf(headerNames);
        authorization = List.copyOf(authorization);
        agents = List.copyOf(agents);
        tools = List.copyOf(tools);
        deniedTools = List.copyOf(deniedTools);
    }

    /**
     * The entry that counts in the place of another.
     *
     * @param scope whose it is
     * @param file where it stands
     */
    public record Shadow(Scope scope, Path file) {}

    /** Whether its client would start it. */
    public boolean isActive() {
        return shadow.isEmpty() && !disabled && problem.isEmpty();
    }

    /** Where it stands, for people. */
    public String where() {
        return file + ":" + position + " (" + name + ")";
    }

    /** This, in the shadow of {@code other}. */
    ServerEntry behind(Shadow other) {
        return new ServerEntry(
                name,
                client,
                file,
                position,
                scope,
                project,
                Optional.of(other),
                transport,
                command,
                url,
                environmentNames,
                headerNames,
                authorization,
                required,
                agents,
                tools,
                deniedTools,
                autoConnect,
                lazy,
                disabled,
                problem);
    }
}
