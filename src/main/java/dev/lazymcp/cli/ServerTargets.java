package dev.lazymcp.cli;

import dev.lazymcp.config.NamePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The servers that a command is about, by name. */
final class ServerTargets {
    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Names of servers; * and ? stand for any characters.")
    List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "All servers of the session.")
    boolean all;

    /** Whether nothing was named. */
    boolean isEmpty() {
        return names.isEmpty() && !all;
    }

    /** Those of {@code stubs} that are meant. */
    List<LiveStub> of(List<LiveStub> stubs) {
        Set<String> known = stubs.stream().map(LiveStub::name).collect(Collectors.toSet());
        return stubs.stream().filter(stub -> isMeant(stub, known)).toList();
    }

    private boolean isMeant(LiveStub stub, Set<String> known) {
        return all || names.stream().anyMatch(name -> new NamePattern(name).matches(stub.name(), known));
    }

    /** The names that none of {@code stubs} has. */
    List<String> unmatched(List<LiveStub> stubs) {
        return names.stream()
                .filter(name -> stubs.stream().noneMatch(stub -> new NamePattern(name).matches(stub.name())))
                .toList();
    }
}
