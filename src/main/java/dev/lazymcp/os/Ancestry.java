package dev.lazymcp.os;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The processes above this one. */
public final class Ancestry {
    /** A longer chain than people nest shells and clients; a loop that pid reuse could make ends here. */
    private static final int DEEPEST = 64;

    private Ancestry() {}

    /** Parent, grandparent and so on, as far as they can be seen; the first process of the machine is left out. */
    public static List<ProcessIdentity> ofSelf() {
        List<ProcessIdentity> ancestors = new ArrayList<>();
        OptionalLong pid = parentOf(ProcessHandle.current().pid());
        while (pid.isPresent() && pid.getAsLong() > 1 && ancestors.size() < DEEPEST) {
            long current = pid.getAsLong();
            ancestors.add(ProcessIdentity.of(current)
                    .orElseGet(() -> new ProcessIdentity(current, java.util.Optional.empty())));
            pid = parentOf(current);
        }
        return List.copyOf(ancestors);
    }

    // Where /proc hides the processes of others, ProcessHandle finds no parent; the stat file tells its id all the
    // same.
    private static OptionalLong parentOf(long pid) {
        if (Platform.current() == Platform.LINUX) {
            return ProcStat.of(pid).map(stat -> OptionalLong.of(stat.parent())).orElseGet(OptionalLong::empty);
        }
        return ProcessHandle.of(pid)
                .flatMap(ProcessHandle::parent)
                .map(handle -> OptionalLong.of(handle.pid()))
                .orElseGet(OptionalLong::empty);
    }
}
