package dev.lazymcp.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.upstream.ProcessTree.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SnapshotTreeTest {
    /** No system gives out process ids as large as these. */
    private static final long FIRST_PID = 1L << 40;

    private final List<String> sent = new ArrayList<>();

    /** A process that is what a test says of it. */
    private final class Fake implements ProcessHandle {
        private final String name;
        private final List<Fake> children = new ArrayList<>();
        private boolean alive = true;
        private boolean polite = true;
        private Runnable onKill = () -> {};

        /** Whether the kernel takes its time with a KILL. */
        private boolean lingers;

        private Fake(String name) {
            this.name = name;
        }

        private Fake child(String childName) {
            Fake child = new Fake(childName);
            children.add(child);
            return child;
        }

        private void end() {
            alive = false;
            children.clear();
        }

        @Override
        public Stream<ProcessHandle> descendants() {
            List<ProcessHandle> all = new ArrayList<>(children);
            for (Fake child : children) {
                all.addAll(child.descendants().toList());
            }
            return all.stream();
        }

        @Override
        public boolean destroy() {
            return sent.add("TERM " + name);
        }

        @Override
        public boolean destroyForcibly() {
            sent.add("KILL " + name);
            onKill.run();
            if (!lingers) {
                end();
            }
            return true;
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public boolean supportsNormalTermination() {
            return polite;
        }

        @Override
        public long pid() {
            return FIRST_PID + System.identityHashCode(this);
        }

        @Override
        public Optional<ProcessHandle> parent() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Stream<ProcessHandle> children() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Info info() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<ProcessHandle> onExit() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int compareTo(ProcessHandle other) {
            return Long.compare(pid(), other.pid());
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private final Fake root = new Fake("root");
    private final SnapshotTree tree = new SnapshotTree(root);

    @Test
    void parentsGetSignalsBeforeTheirChildren() {
        Fake last = root;
        List<String> names = new ArrayList<>(List.of("root"));
        for (int i : IntStream.range(0, 50).toArray()) {
            last = last.child("p" + i);
            names.add("p" + i);
        }

        tree.signal(Signal.TERM);
        tree.signal(Signal.KILL);

        assertThat(sent)
                .containsExactlyElementsOf(Stream.concat(
                                names.stream().map(name -> "TERM " + name),
                                names.stream().map(name -> "KILL " + name))
                        .toList());
    }

    @Test
    void whatWasSeenOnceIsRememberedWhenItsParentHasEnded() {
        Fake shell = root.child("shell");
        shell.child("server");
        tree.signal(Signal.NONE);
        root.end();
        shell.end();

        assertThat(tree.isAlive()).isTrue();
        tree.signal(Signal.KILL);

        assertThat(sent).containsExactly("KILL server");
        assertThat(tree.isAlive()).isFalse();
    }

    @Test
    void whatAnOrphanStartsIsFoundToo() {
        Fake shell = root.child("shell");
        tree.signal(Signal.NONE);
        root.end();
        shell.child("server").child("helper");

        tree.signal(Signal.TERM);

        assertThat(sent).containsExactly("TERM shell", "TERM server", "TERM helper");
    }

    @Test
    void whatIsStartedWhileOthersAreKilledIsKilledLast() {
        Fake first = root.child("first");
        Fake second = root.child("second");
        second.lingers = true;
        first.onKill = () -> second.child("late");

        tree.signal(Signal.KILL);

        assertThat(sent).containsExactly("KILL root", "KILL first", "KILL second", "KILL second", "KILL late");
    }

    @Test
    void nothingIsSentByALook() {
        root.child("shell");

        tree.signal(Signal.NONE);

        assertThat(sent).isEmpty();
        assertThat(tree.isAlive()).isTrue();
    }

    @Test
    void whereThereIsNoTermNoneIsSent() {
        root.polite = false;
        root.child("child").polite = false;

        tree.signal(Signal.TERM);

        assertThat(sent).isEmpty();
    }

    @Test
    void theEndedGetNothing() {
        root.child("child");
        tree.signal(Signal.NONE);
        root.children.getFirst().end();

        tree.signal(Signal.KILL);

        assertThat(sent).containsExactly("KILL root");
    }
}
