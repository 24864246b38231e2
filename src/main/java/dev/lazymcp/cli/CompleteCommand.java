package dev.lazymcp.cli;

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

/** What the scripts of {@code completion} ask: the candidates for the last word, one a line. */
@Command(name = "__complete", hidden = true)
final class CompleteCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--current", description = "The last word, for shells that cannot hand over an empty one.")
    private Optional<String> current = Optional.empty();

    @Parameters(arity = "0..*")
    private List<String> words = new ArrayList<>();

    CompleteCommand() {
        this(Surroundings.ofProcess());
    }

    CompleteCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<String> all = new ArrayList<>(words);
        current.ifPresent(all::add);
        if (spec != null) {
            new Completion(spec.root(), new CompletionNames(surroundings))
                    .of(all)
                    .forEach(surroundings.out()::println);
        }
        return ConfigRun.OK;
    }
}
