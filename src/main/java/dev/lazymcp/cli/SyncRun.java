package dev.lazymcp.cli;

import dev.lazymcp.cli.SyncLine.Result;
import dev.lazymcp.config.Backups;
import dev.lazymcp.config.ConfigException;
import dev.lazymcp.config.SyncComparison;
import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.SyncPlanner;
import dev.lazymcp.config.SyncRecords;
import dev.lazymcp.config.SyncStep;
import dev.lazymcp.config.SyncStub;
import java.io.IOException;
import java.nio.file.Path;
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
        Reading reading = new Reading();
        files.forEach(reading::add);
        return switch (LiveStubs.find(surroundings).choose(session, false, surroundings.env())) {
            case LiveStubs.Choice.Unclear(String message) ->
                Outcome.refused(ConfigRun.USAGE, reading.read, List.of(message));
            case LiveStubs.Choice.Stubs(List<LiveStub> stubs, List<LiveStub> live) -> {
                List<HubEnd> hubs = hubs(live, reading);
                reading.faults.addAll(
                        SyncPlanner.faults(stubs.stream().map(LiveStub::name).toList(), reading.read));
                Outcome outcome = reading.faults.isEmpty()
                        ? pass(reading.read, stubs, hubs)
                        : Outcome.refused(ConfigRun.FAILURE, reading.read, reading.faults);
                if (manner != SyncTrust.Manner.DRY) {
                    tell(hubs, outcome);
                }
                yield outcome;
            }
        };
    }

    /** Has the hubs know what is left to do, for those who ask there. */
    private void tell(List<HubEnd> hubs, Outcome outcome) throws IOException {
        Map<String, String> open = new LinkedHashMap<>();
        outcome.faults().forEach(fault -> open.put(fault, fault + "; nothing was changed"));
        outcome.lines().stream()
                .filter(SyncLine::isOpen)
                .forEach(line -> open.put(line.name(), line.name() + ": " + line.message()));
        for (HubEnd hub : hubs) {
            hub.note(open);
        }
    }

    /** The files on their way in. */
    private final class Reading {
        private final List<SyncFile> read = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();
        private final Set<Path> places = new HashSet<>();

        void add(SyncFiles.Candidate file) {
            if (!places.add(SyncFiles.place(file.path()))) {
                return;
            }
            try {
                read.add(SyncFile.read(file, SyncRun.this.places.projectDirectories(), StubWords::read));
            } catch (IOException | ConfigException fault) {
                faults.add(ConfigRun.message(fault));
            }
        }
    }

    /** The hubs of the session, whose files are read as well. */
    private List<HubEnd> hubs(List<LiveStub> live, Reading reading) {
        List<HubEnd> hubs = new ArrayList<>();
        for (LiveStub hub : live) {
            try {
                HubEnd end = HubEnd.ask(hub);
                hubs.add(end);
                if (!isNamed) {
                    end.files().forEach(file -> reading.add(places.named(file)));
                }
            } catch (IOException fault) {
                reading.faults.add(hub.name() + ": " + ConfigRun.message(fault));
            }
        }
        return hubs;
    }

    private Outcome pass(List<SyncFile> read, List<LiveStub> live, List<HubEnd> hubs) {
        String salt = VariableDigest.freshSalt();
        SyncSight sight = new SyncSight(surroundings, places);
        Set<String> names = new HashSet<>(SyncFile.variables(read));
        names.addAll(sight.envFiles().names(read));
        SyncStubs stubs = new SyncStubs(salt, names, patience);
        List<SyncLine> lines = new ArrayList<>();
        Map<SyncStub, LiveStub> known = new LinkedHashMap<>();
        for (Asked asked : LiveStubs.askAll(live, stub -> ask(stubs, stub))) {
            asked.stub.ifPresent(stub -> known.put(stub, asked.live));
            asked.fault.ifPresent(lines::add);
        }
        SyncComparison comparison = sight.comparison(VariableDigest.of(salt));
        SyncPlanner.Plan plan = planner(comparison).plan(List.copyOf(known.keySet()), read);
        if (isNamed
                && !read.getFirst().present()
                && plan.steps().stream().allMatch(SyncStep.Unknown.class::isInstance)) {
            return Outcome.refused(
                    ConfigRun.FAILURE, read, List.of(read.getFirst().path() + ": there is no such file"));
        }
        List<SyncStep> steps = plan.steps();
        for (HubEnd hub : hubs) {
            steps = hub.adjusted(steps, known, read, comparison);
        }
        lines.addAll(new SyncSteps(stubs, known, new SyncTrust(surroundings, manner)).carryOut(steps));
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

    private SyncPlanner planner(SyncComparison comparison) {
        Backups backups = new Backups(surroundings.directories().state());
        return new SyncPlanner(StubWords::read, comparison, new SyncRecords(backups, surroundings::complain));
    }

    /** Not the environment. */
    @Override
    public String toString() {
        return "SyncRun" + files;
    }
}
