package dev.lazymcp.cli;

import dev.lazymcp.cli.SyncLine.Result;
import dev.lazymcp.config.Backups;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncComparison;
import dev.lazymcp.config.SyncEnvFiles;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.SyncPlanner;
import dev.lazymcp.config.SyncRecords;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import dev.lazymcp.config.SyncVariables;
import dev.lazymcp.config.client.Values;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One sync: reads all files, asks all stubs, decides, asks the person, tells the stubs. Until all files are read nothing is said to
 * any stub.
 *
 * @param places where the person stands
 * @param files what to read
 * @param isNamed whether the person named the file
 * @param session the one that was asked for
 * @param manner what to do about somebody else's text
 * @param patience how long to wait for a server's start
 */
record SyncRun(
        Surroundings surroundings,
        SyncFiles places,
        List<SyncFiles.Candidate> files,
        boolean isNamed,
        Optional<String> session,
        SyncTrust.Manner manner,
        Duration patience) {
    /**
     * What came of it.
     *
     * @param code the exit code
     * @param faults for people; where there are some, nothing was done
     * @param files those that were read
     * @param lines one a server
     * @param others how many servers in the files are none of ours
     */
    record Outcome(int code, List<String> faults, List<SyncFile> files, List<SyncLine> lines, int others) {
        /** Copies the lists. */
        Outcome {
            faults = List.copyOf(faults);
            files = List.copyOf(files);
            lines = List.copyOf(lines);
        }

        private static Outcome refused(int code, List<SyncFile> files, List<String> faults) {
            return new Outcome(code, faults, files, List.of(), 0);
        }
    }

    /** Does it. */
    Outcome pass() throws IOException {
        List<SyncFile> read = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (SyncFiles.Candidate file : files) {
            try {
                read.add(SyncFile.read(file, places.projectDirectories(), StubWords::read));
            } catch (IOException | ConfigException fault) {
                faults.add(ConfigRun.message(fault));
            }
        }
        return switch (LiveStubs.find(surroundings).choose(session, false, surroundings.env())) {
            case LiveStubs.Choice.Unclear(String message) -> Outcome.refused(ConfigRun.USAGE, read, List.of(message));
            case LiveStubs.Choice.Stubs(List<LiveStub> stubs) -> {
                faults.addAll(
                        SyncPlanner.faults(stubs.stream().map(LiveStub::name).toList(), read));
                yield faults.isEmpty() ? pass(read, stubs) : Outcome.refused(ConfigRun.FAILURE, read, faults);
            }
        };
    }

    private Outcome pass(List<SyncFile> read, List<LiveStub> live) {
        String salt = VariableDigest.freshSalt();
        Set<String> names = new HashSet<>(SyncFile.variables(read));
        names.addAll(envFiles().names(read));
        SyncStubs stubs = new SyncStubs(salt, names, patience);
        List<SyncLine> lines = new ArrayList<>();
        Map<SyncStub, LiveStub> known = new LinkedHashMap<>();
        for (Asked asked : LiveStubs.askAll(live, stub -> ask(stubs, stub))) {
            asked.stub.ifPresent(stub -> known.put(stub, asked.live));
            asked.fault.ifPresent(lines::add);
        }
        SyncPlanner.Plan plan = planner(salt).plan(List.copyOf(known.keySet()), read);
        if (isNamed
                && !read.getFirst().present()
                && plan.steps().stream().allMatch(SyncStep.Unknown.class::isInstance)) {
            return Outcome.refused(
                    ConfigRun.FAILURE, read, List.of(read.getFirst().path() + ": there is no such file"));
        }
        lines.addAll(new SyncSteps(stubs, known, new SyncTrust(surroundings, manner)).carryOut(plan.steps()));
        lines.sort(Comparator.comparing(SyncLine::name));
        int code = lines.stream().anyMatch(SyncLine::isOpen) ? ConfigRun.FAILURE : ConfigRun.OK;
        return new Outcome(code, List.of(), read, lines, plan.others());
    }

    /** What a stub said of itself, or a line about why it did not. */
    private record Asked(LiveStub live, Optional<SyncStub> stub, Optional<SyncLine> fault) {}

    private static Asked ask(SyncStubs stubs, LiveStub live) {
        try {
            return new Asked(live, Optional.of(stubs.describe(live)), Optional.empty());
        } catch (IOException fault) {
            SyncLine line = SyncLine.of(live, Result.FAILED, Optional.empty(), ConfigRun.message(fault));
            return new Asked(live, Optional.empty(), Optional.of(line));
        }
    }

    private SyncVariables variables() {
        return SyncVariables.of(new Values(
                surroundings.env(), places.projectDirectories().getLast(), surroundings.home(), File.separator));
    }

    private SyncEnvFiles envFiles() {
        return new SyncEnvFiles(variables(), places.projectDirectories().getLast(), surroundings.home());
    }

    private SyncPlanner planner(String salt) {
        SyncComparison comparison = new SyncComparison(
                StubWords::read,
                variables(),
                envFiles(),
                VariableDigest.of(salt),
                surroundings.env(),
                surroundings.home());
        Backups backups = new Backups(surroundings.directories().state());
        return new SyncPlanner(StubWords::read, comparison, new SyncRecords(backups, surroundings::complain));
    }

    /** Not the environment. */
    @Override
    public String toString() {
        return "SyncRun" + files;
    }
}
