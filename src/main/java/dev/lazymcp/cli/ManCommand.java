package dev.lazymcp.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lazymcp man}. */
@Command(
        name = "man",
        description = {
            "Print the manual page of lazymcp or of one of its commands.",
            "To read one: lazymcp man wrap | man -l -"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ManCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command, such as wrap or agent set.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description = "Write all pages into this directory, which is made where it is missing.")
    private Optional<Path> directory = Optional.empty();

    ManCommand() {
        this(Surroundings.ofProcess());
    }

    ManCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("picocli fills in the spec");
        }
        List<ManPage> pages = ManPage.tree(spec.root(), Build.THIS.version());
        return directory.isPresent() ? write(pages, directory.get()) : print(pages);
    }

    private int print(List<ManPage> pages) {
        List<String> path = new ArrayList<>(words);
        path.addFirst(pages.getFirst().name());
        String name = String.join("-", path);
        Optional<ManPage> page = pages.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst();
        if (page.isEmpty()) {
            surroundings.complain("there is no command '" + String.join(" ", words) + "'. lazymcp help names all");
            return ConfigRun.USAGE;
        }
        surroundings.out().print(page.get().roff());
        return ConfigRun.OK;
    }

    private int write(List<ManPage> pages, Path to) {
        try {
            Files.createDirectories(to);
            for (ManPage page : pages) {
                Files.writeString(to.resolve(page.file()), page.roff());
            }
        } catch (IOException fault) {
            surroundings.complain("cannot write to " + to + ": " + fault);
            return ConfigRun.FAILURE;
        }
        return ConfigRun.OK;
    }
}
