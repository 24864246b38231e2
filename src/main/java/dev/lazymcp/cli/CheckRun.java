package dev.lazymcp.cli;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.os.NativeImage;
import dev.lazymcp.probe.Conversation;
import dev.lazymcp.probe.Phase;
import dev.lazymcp.probe.Visit;
import dev.lazymcp.probe.Visitor;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.upstream.StderrSink;
import dev.lazymcp.upstream.StopPace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Visits servers, several at a time. One that fails stops no other. A signal ends all that were started before this process ends.
 */
final class CheckRun {
    /** What of a visit is seen from outside. Called by several threads. */
    interface Watcher {
        /** Watches nothing. */
        Watcher NONE = new Watcher() {
            @Override
            public void entered(CheckTarget target, Phase phase) {}

            @Override
            public void done(Checked checked) {}
        };

        /** The visit to {@code target} has come to {@code phase}. */
        void entered(CheckTarget target, Phase phase);

        /** The visit is over. */
        void done(Checked checked);
    }

    /** Stops have limits of their own, so this is for a machine that is so busy that they are late. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final int jobs;
    private final Duration limit;
    private final boolean accept;
    private final Function<Definition, StubCatalog> catalogs;
    private final Watcher watcher;
    private final Consumer<String> log;
    private final Map<Visitor, StubChores> visitors = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean aborted;

    /**
     * @param jobs how many visits at a time, at least one
     * @param limit how long a server may take, its end left out
     * @param accept whether changed tools of servers that are pinned are accepted
     * @param catalogs what is known of servers; what a visit learns is put there
     * @param log takes what has no place in a result, a line each
     */
    CheckRun(
            int jobs,
            Duration limit,
            boolean accept,
            Function<Definition, StubCatalog> catalogs,
            Watcher watcher,
            Consumer<String> log) {
        this.jobs = jobs;
        this.limit = limit;
        this.accept = accept;
        this.catalogs = catalogs;
        this.watcher = watcher;
        this.log = log;
    }

    /**
     * Visits {@code targets}; what came of it, in their order.
     *
     * @throws CancellationException where a signal came in between
     */
    List<Checked> run(List<CheckTarget> targets) {
        ExecutorService pool = Executors.newFixedThreadPool(
                jobs, Thread.ofPlatform().daemon().name("check-", 1).factory());
        NativeImage.takeSignals();
        Thread hook = new Thread(() -> abort(pool), "check-abort");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            List<Future<Checked>> results = new ArrayList<>();
            targets.forEach(target -> results.add(pool.submit(() -> check(target))));
            List<Checked> all = new ArrayList<>();
            for (Future<Checked> result : results) {
                all.add(result.get());
            }
            if (aborted) {
                throw new CancellationException("ended by a signal");
            }
            return all;
        } catch (InterruptedException e) {
            abort(pool);
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof CancellationException ended) {
                throw ended;
            }
            abort(pool);
            throw new IllegalStateException("a visit ends with a result", failure.getCause());
        } finally {
            pool.shutdown();
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is at work: this process is about to end.
        }
    }

    /** Ends every server that was started, and waits until it is gone. What waits on a worker is woken by an interrupt. */
    private void abort(ExecutorService pool) {
        aborted = true;
        pool.shutdownNow();
        visitors.values().forEach(StubChores::leave);
        List<Thread> ending = visitors.keySet().stream()
                .map(visitor -> Thread.ofPlatform().daemon().start(visitor::abort))
                .toList();
        try {
            pool.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            for (Thread thread : ending) {
                thread.join(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Checked check(CheckTarget target) {
        Checked checked = switch (target.launch()) {
            case ServerLaunch.Elsewhere(var transport, String reason) ->
                new Checked.Unsupported(target, transport, reason);
            case ServerLaunch.Blocked(String reason) -> {
                Visit visit = Visit.notBegun(reason);
                yield new Checked.Failed(
                        target,
                        visit,
                        visit.failure().orElseThrow(),
                        MissingTool.ofFailed(target.namedTools(), List.of()));
            }
            case ServerLaunch.Startable known -> visit(target, known);
        };
        if (!aborted) {
            watcher.done(checked);
        }
        return checked;
    }

    private Checked visit(CheckTarget target, ServerLaunch.Startable launch) {
        StubCatalog catalog = catalogs.apply(launch.definition());
        Optional<CatalogEntry> before = catalog.entry();
        Visitor visitor = new Visitor(Build.THIS.version(), limit, phase -> watcher.entered(target, phase));
        StubChores chores = new StubChores(() -> StderrSink.NOWHERE, log);
        visitors.put(visitor, chores);
        try {
            if (aborted) {
                throw new CancellationException("the check was ended before this server was started");
            }
            Visit visit = visitor.visit(start(launch, chores));
            Duration patience = aborted ? StopPace.SIGNAL.budget() : limit;
            chores.shutDown(launch.definition(), System.nanoTime() + patience.toNanos());
            Checked checked = Checked.of(target, launch, visit.withTexts(Masking.of(launch)::of), before, accept);
            if (!(checked instanceof Checked.Working working && working.refused())) {
                visit.learned().ifPresent(catalog::learn);
            }
            return checked;
        } finally {
            visitors.remove(visitor);
        }
    }

    private Conversation.Start start(ServerLaunch.Startable launch, StubChores chores) {
        return listener -> {
            chores.prepare(launch.definition());
            return launch.begin(listener, StderrSink.NOWHERE, log, count.incrementAndGet());
        };
    }
}
