package dev.lazymcp.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lazymcp.cli.SyncLine.Result;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Carries a plan out: first everything that a person may be asked about, then all stubs at once.
 *
 * @param stubs speaks to them
 * @param live where they are
 * @param trust decides about definitions
 */
record SyncSteps(SyncStubs stubs, Map<SyncStub, LiveStub> live, SyncTrust trust) {
    private static final String TRUST =
            "a project's file is somebody else's text: it waits for 'lazymcp sync' in a terminal," + " or --yes";

    /** Does {@code steps}; a line for each. */
    List<SyncLine> carryOut(List<SyncStep> steps) {
        List<SyncLine> lines = new ArrayList<>();
        Map<LiveStub, SyncStep> due = new LinkedHashMap<>();
        for (SyncStep step : steps) {
            prepare(step, due).ifPresent(lines::add);
        }
        lines.addAll(LiveStubs.askAll(
                List.copyOf(due.keySet()),
                stub -> tell(stub, Optional.ofNullable(due.get(stub)).orElseThrow())));
        return lines;
    }

    /** The line about {@code step}, or none where it is due. */
    private Optional<SyncLine> prepare(SyncStep step, Map<LiveStub, SyncStep> due) {
        return switch (step) {
            case SyncStep.Unchanged(SyncStub stub, SyncFile file) -> Optional.of(unchanged(stub, file));
            case SyncStep.Unable(SyncStub stub, SyncFile file, String reason) ->
                Optional.of(SyncLine.of(at(stub), Result.FAILED, Optional.of(file), reason));
            case SyncStep.Unknown(SyncStub stub) ->
                Optional.of(SyncLine.of(at(stub), Result.UNKNOWN, Optional.empty(), unknown(stub)));
            case SyncStep.Added(String name, SyncFile file, String advice) ->
                Optional.of(new SyncLine(
                        name,
                        "",
                        Result.ADDED,
                        Optional.of(file),
                        "new in " + file.path() + ": " + advice,
                        "",
                        List.of(),
                        0,
                        Optional.empty()));
            case SyncStep.Remove(SyncStub stub, SyncFile file, String reason)
            when trust.isDry() ->
                Optional.of(SyncLine.of(
                        at(stub), Result.PLANNED, Optional.of(file), "would be taken away, since " + reason));
            case SyncStep.Remove remove -> {
                due.put(at(remove.stub()), remove);
                yield Optional.empty();
            }
            case SyncStep.Redefine redefine -> prepare(redefine, due);
        };
    }

    private Optional<SyncLine> prepare(SyncStep.Redefine step, Map<LiveStub, SyncStep> due) {
        LiveStub stub = at(step.stub());
        Optional<SyncFile> file = Optional.of(step.file());
        try {
            return switch (trust.decide(step)) {
                case TAKE -> {
                    due.put(stub, step);
                    yield Optional.empty();
                }
                case WAIT ->
                    Optional.of(SyncLine.of(stub, Result.WAITS, file, TRUST).with(step));
                case DECLINE -> Optional.of(SyncLine.of(stub, Result.DECLINED, file, "left as it is: you said no"));
                case DRY ->
                    Optional.of(SyncLine.of(
                                    stub,
                                    Result.PLANNED,
                                    file,
                                    step.needsTrust()
                                            ? "would take this definition, once a person has said yes"
                                            : "would take this definition")
                            .with(step));
            };
        } catch (IOException fault) {
            return Optional.of(SyncLine.of(
                    stub,
                    Result.FAILED,
                    file,
                    "what you trust could not be remembered, so nothing was done: " + ConfigRun.message(fault)));
        }
    }

    private SyncLine unchanged(SyncStub stub, SyncFile file) {
        LiveStub to = at(stub);
        if (!trust.isDry() && file.present() && file.places().stream().noneMatch(stub.origins()::contains)) {
            try {
                stubs.note(to, file);
            } catch (IOException fault) {
                return SyncLine.of(to, Result.FAILED, Optional.of(file), ConfigRun.message(fault));
            }
        }
        return SyncLine.of(to, Result.UNCHANGED, Optional.of(file), stub.removed() ? "removed already" : "unchanged");
    }

    private SyncLine tell(LiveStub stub, SyncStep step) {
        try {
            return switch (step) {
                case SyncStep.Redefine redefine -> {
                    Result done = redefine.stub().isVacant() ? Result.ADDED : Result.REDEFINED;
                    SyncLine line = line(stub, done, redefine.file(), stubs.redefine(stub, redefine));
                    yield trust.hasShown(redefine) ? line : line.with(redefine);
                }
                case SyncStep.Remove(SyncStub _, SyncFile file, String reason) -> {
                    SyncLine line = line(stub, Result.REMOVED, file, stubs.remove(stub, reason));
                    yield line.isOpen() ? line : line.saying("taken away: " + reason);
                }
                case SyncStep.Unchanged _, SyncStep.Unable _, SyncStep.Unknown _, SyncStep.Added _ ->
                    throw new IllegalArgumentException("nothing to tell a stub: " + step);
            };
        } catch (IOException unreachable) {
            return SyncLine.of(stub, Result.FAILED, Optional.empty(), ConfigRun.message(unreachable));
        }
    }

    private static SyncLine line(LiveStub stub, Result done, SyncFile file, JsonNode answer) {
        String result = answer.path("result").asText();
        return new SyncLine(
                stub.name(),
                stub.session().id(),
                switch (result) {
                    case "failed" -> Result.FAILED;
                    case "unchanged" -> Result.UNCHANGED;
                    default -> done;
                },
                Optional.of(file),
                answer.path("message").asText(),
                answer.path("state").asText(),
                SyncStubs.strings(answer.path("tools")),
                answer.path("millis").asLong(),
                Optional.empty());
    }

    private static String unknown(SyncStub stub) {
        String elsewhere = stub.origins().isEmpty()
                ? ""
                : "; it can come from "
                        + stub.origins().stream().map(Path::toString).sorted().collect(Collectors.joining(", "));
        return "in none of the files that were read, left as it is" + elsewhere + ". --file names another file.";
    }

    private LiveStub at(SyncStub stub) {
        return Optional.ofNullable(live.get(stub)).orElseThrow();
    }
}
