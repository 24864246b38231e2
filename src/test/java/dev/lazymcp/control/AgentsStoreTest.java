package dev.lazymcp.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.control.AgentEntry.Holder;
import dev.lazymcp.os.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsStoreTest {
    private static final ActiveAgents NONE = ActiveAgents.none();
    private static final SessionKey HERE = SessionKey.of("", Optional.of(ProcessIdentity.self()));
    private static final SessionKey NAMED = SessionKey.of("Work/1", Optional.empty());

    @TempDir
    Path directory;

    private AgentsStore store = new AgentsStore(new RunDirectory(Path.of("")));

    @BeforeEach
    void open() throws IOException {
        store = new AgentsStore(RunDirectory.open(List.of(directory.resolve("run"))));
    }

    private static AgentEntry hand(String agent) {
        return new AgentEntry(agent, Set.of(), new Holder.Hand());
    }

    private AgentsFile enter(SessionKey session, String agent) throws IOException {
        return store.change(session, NONE, agents -> Optional.of(agents.enter(hand(agent))))
                .now();
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(store.directory().path())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".lock"))
                    .toList();
        }
    }

    @Test
    void whatIsWrittenIsReadWhateverTheNames() {
        Gen.forAll(200, gen -> {
            ActiveAgents agents = NONE;
            for (int i = 0; i < gen.between(0, 4); i++) {
                Holder holder = gen.once(2) ? new Holder.Hand() : new Holder.Hook(gen.string(5), gen.string(5));
                AgentEntry entry = new AgentEntry(gen.string(8), Set.of(gen.string(4)), holder);
                agents = gen.once(3) ? agents.set(entry) : agents.enter(entry);
            }
            AgentsFile file =
                    new AgentsFile(gen.once(2) ? NAMED : key(ProcessIdentity.self()), gen.between(0, 9), 3, agents);
            assertThat(AgentsFile.read(file.toJson())).contains(file);
        });
    }

    private static SessionKey key(ProcessIdentity client) {
        // Files keep milliseconds.
        Optional<Instant> started = client.started().map(at -> Instant.ofEpochMilli(at.toEpochMilli()));
        return SessionKey.of("", Optional.of(new ProcessIdentity(client.pid(), started)));
    }

    @Test
    void eachSessionHasItsOwnAndEachChangeANumber() throws IOException {
        assertThat(store.read(HERE)).isEmpty();
        assertThat(enter(HERE, "A").revision()).isEqualTo(1);
        assertThat(enter(HERE, "B").revision()).isEqualTo(2);
        assertThat(enter(NAMED, "C").revision()).isEqualTo(1);
        assertThat(store.read(HERE).orElseThrow().agents().names()).containsExactly("A", "B");
        assertThat(store.read(NAMED).orElseThrow().agents().names()).containsExactly("C");
        assertThat(AgentsStore.find(List.of(directory.resolve("none"), directory.resolve("run")), NAMED))
                .isEqualTo(store.read(NAMED));
    }

    @Test
    void theFirstChangeBeginsWithWhatWasActiveBefore() throws IOException {
        ActiveAgents first = NONE.enter(hand("A"));
        AgentsStore.Change change = store.change(HERE, first, agents -> Optional.of(agents.enter(hand("B"))));
        assertThat(change.before()).isEqualTo(first);
        assertThat(change.now().agents().names()).containsExactly("A", "B");
        assertThat(store.change(HERE, first, agents -> agents.leave("A"))
                        .now()
                        .agents()
                        .names())
                .containsExactly("B");
    }

    @Test
    void aChangeThatIsNoneWritesNothing() throws IOException {
        AgentsStore.Change change = store.change(HERE, NONE, agents -> agents.leave("A"));
        assertThat(change.written()).isFalse();
        assertThat(change.now().revision()).isZero();
        assertThat(files()).isEmpty();
        enter(HERE, "B");
        assertThat(store.change(HERE, NONE, agents -> agents.leave("A")).now().revision())
                .isEqualTo(1);
    }

    @Test
    void theFileIsForItsOwnerAlone() throws IOException {
        enter(NAMED, "A");
        Path file = store.directory().path().resolve("agents-%57ork%2f1.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void whatAnEarlierClientOfTheSameIdLeftIsNotTaken() throws IOException {
        ProcessIdentity self = ProcessIdentity.self();
        Instant earlier = self.started().orElseThrow().minus(Duration.ofHours(1));
        SessionKey before = SessionKey.of("", Optional.of(new ProcessIdentity(self.pid(), Optional.of(earlier))));
        enter(before, "A");
        assertThat(store.read(HERE)).isEmpty();
        assertThat(enter(HERE, "B").agents().names()).containsExactly("B");
        assertThat(store.read(before)).isEmpty();
    }

    @Test
    void aBrokenFileIsNoneAndTheNextChangePutsItRight() throws IOException {
        enter(NAMED, "A");
        Path file = store.directory().path().resolve(files().getFirst());
        for (String broken : List.of("", "{", "[]", "{\"v\":2}", "{\"v\":1,\"session\":\"Work/1\",\"revision\":0}")) {
            Files.writeString(file, broken);
            assertThat(store.read(NAMED)).as(broken).isEmpty();
        }
        assertThat(enter(NAMED, "B").agents().names()).containsExactly("B");
    }

    @Test
    void whatIsBegunAnewIsToldFromWhatWasLostByItsEpoch() throws IOException {
        AgentsFile first = enter(NAMED, "A");
        assertThat(enter(NAMED, "B").epoch()).isEqualTo(first.epoch());
        Files.delete(store.directory().path().resolve(files().getFirst()));
        assertThat(enter(NAMED, "C").epoch()).isNotEqualTo(first.epoch());
    }

    @Test
    void aBrokenFileIsReplacedByAChangeThatIsNone() throws IOException {
        enter(NAMED, "A");
        Path file = store.directory().path().resolve(files().getFirst());
        Files.writeString(file, "{");
        AgentsStore.Change change = store.change(NAMED, NONE, agents -> agents.leave("B"));
        assertThat(change.written()).isTrue();
        assertThat(store.read(NAMED)).contains(change.now());
        assertThat(change.now().agents()).isEqualTo(NONE);
    }

    @Test
    void afterTheLastRevisionTheFileBeginsAnew() throws IOException {
        AgentsFile first = enter(NAMED, "A");
        AgentsFile last = new AgentsFile(NAMED, first.epoch(), Long.MAX_VALUE, first.agents());
        Files.write(
                store.directory().path().resolve(files().getFirst()),
                last.toJson().toBytes());
        AgentsFile next = enter(NAMED, "B");
        assertThat(next.revision()).isEqualTo(1);
        assertThat(next.epoch()).isNotEqualTo(first.epoch());
        assertThat(store.read(NAMED)).contains(next);
    }

    @Test
    void whatIsNoFileIsNotWaitedFor() throws Exception {
        enter(NAMED, "A");
        Path file = store.directory().path().resolve(files().getFirst());
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertThat(store.read(NAMED)).isEmpty();
        assertThat(enter(NAMED, "B").agents().names()).containsExactly("B");
    }

    @Test
    void manyAtOnceLoseNothing() throws Exception {
        int writers = 8;
        int each = 10;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                running.add(threads.submit(() -> {
                    for (int j = 0; j < each; j++) {
                        enter(HERE, "A");
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
        AgentsFile file = store.read(HERE).orElseThrow();
        assertThat(file.revision()).isEqualTo(80);
        assertThat(file.agents().counts()).containsEntry("A", 80);
    }

    @Test
    void whatIsOverIsSweptAndNothingElse() throws IOException {
        Instant now = Instant.now();
        SessionKey dead = SessionKey.of(
                "", Optional.of(new ProcessIdentity(Integer.MAX_VALUE, Optional.of(now.minusSeconds(60)))));
        SessionKey old = SessionKey.of("old", Optional.empty());
        SessionKey oldWithStubs = SessionKey.of("old, in use", Optional.empty());
        for (SessionKey session : List.of(HERE, NAMED, dead, old, oldWithStubs)) {
            enter(session, "A");
        }
        for (String name : files()) {
            if (name.startsWith("agents-old")) {
                FileTime longAgo = FileTime.from(now.minus(Duration.ofDays(8)));
                Files.setLastModifiedTime(store.directory().path().resolve(name), longAgo);
            }
        }
        store.sweep(oldWithStubs::matches, now);
        assertThat(store.read(dead)).isEmpty();
        assertThat(store.read(old)).isEmpty();
        assertThat(store.read(HERE)).isPresent();
        assertThat(store.read(NAMED)).isPresent();
        assertThat(store.read(oldWithStubs)).isPresent();
        assertThat(files()).hasSize(3);
    }

    @Test
    void differentSessionsHaveDifferentFilesOnEveryFileSystem() {
        Gen.forAll(500, gen -> {
            String one = gen.string(gen.once(5) ? 300 : 6);
            String other = gen.once(3) ? one.toUpperCase(Locale.ROOT) : gen.string(6);
            String name = AgentsStore.escape(one);
            assertThat(name).matches("[a-z0-9%~_-]*");
            assertThat(name.length()).isLessThanOrEqualTo(120);
            boolean same = java.util.Arrays.equals(one.getBytes(UTF_8), other.getBytes(UTF_8));
            assertThat(name.equals(AgentsStore.escape(other))).isEqualTo(same);
        });
    }
}
