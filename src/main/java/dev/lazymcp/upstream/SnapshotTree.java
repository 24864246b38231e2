package dev.lazymcp.upstream;

import dev.lazymcp.os.ProcStat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tree known from looking: descendants are remembered as they are seen. What has left the tree before the first look, having
 * its parent end on purpose (a daemon), is not part of it.
 *
 * <p>Process ids that were given to somebody else in the meantime do no harm: a {@link ProcessHandle} knows its process's start
 * and neither signals another one nor calls it alive.
 */
final class SnapshotTree implements ProcessTree {
    private final ProcessHandle root;

    /** Parents before their children: that is how Java lists them, and how they come to be known. */
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();

    SnapshotTree(ProcessHandle root) {
        this.root = root;
    }

    @Override
    public synchronized void signal(Signal signal) {
        look();
        switch (signal) {
            case NONE -> {}
            case TERM ->
                members().stream()
                        .filter(ProcessHandle::supportsNormalTermination)
                        .forEach(ProcessHandle::destroy);
            case KILL -> {
                // Parents first: one that outlived its child would start another, whom nobody could tell for its own.
                members().forEach(ProcessHandle::destroyForcibly);
                look();
                members().forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    @Override
    public synchronized boolean isAlive() {
        descendants.removeIf(handle -> !isRunning(handle));
        return !descendants.isEmpty() || isRunning(root);
    }

    private void look() {
        descendants.removeIf(handle -> !isRunning(handle));
        List<ProcessHandle> ofRoot = isRunning(root) ? root.descendants().toList() : List.of();
        descendants.addAll(ofRoot);
        // Those whose parents have ended are the descendants of none but themselves.
        for (ProcessHandle handle : List.copyOf(descendants)) {
            if (!ofRoot.contains(handle)) {
                handle.descendants().forEach(descendants::add);
            }
        }
    }

    private List<ProcessHandle> members() {
        Set<ProcessHandle> all = new LinkedHashSet<>();
        all.add(root);
        all.addAll(descendants);
        return all.stream().filter(ProcessHandle::isAlive).toList();
    }

    /** Ended processes that nobody has waited for count as gone: in a container there may be nobody to do it. */
    private static boolean isRunning(ProcessHandle handle) {
        if (!handle.isAlive()) {
            return false;
        }
        Optional<ProcStat> stat = ProcStat.of(handle.pid());
        return stat.isEmpty() || !stat.get().hasEnded();
    }
}
