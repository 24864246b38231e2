package dev.lazymcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lazymcp.Gen;
import dev.lazymcp.config.FileWatch.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileWatchTest {
    private static final Path FILE = Path.of("/p/.mcp.json");
    private static final Map<Path, Stamp> OLD = Map.of(FILE, new Stamp(10, "t1", "i1"));
    private static final Map<Path, Stamp> HALF = Map.of(FILE, new Stamp(4, "t2", "i1"));
    private static final Map<Path, Stamp> EMPTY = Map.of(FILE, new Stamp(0, "t2", "i1"));
    private static final Map<Path, Stamp> NEW = Map.of(FILE, new Stamp(10, "t2", "i1"));
    private static final Map<Path, Stamp> RENAMED = Map.of(FILE, new Stamp(10, "t1", "i2"));
    private static final Map<Path, Stamp> GONE = Map.of();

    @Test
    void aChangeIsToldOnceWhenTwoLooksAreEqual() {
        assertThat(changesAt(OLD, OLD, OLD, NEW, NEW, NEW, NEW)).containsExactly(4);
        assertThat(changesAt(OLD, HALF, NEW, NEW, NEW)).containsExactly(3);
        assertThat(changesAt(OLD, RENAMED, RENAMED)).as("a file put over it").containsExactly(2);
        assertThat(changesAt(OLD, NEW, OLD, OLD)).as("as it was").isEmpty();
    }

    @Test
    void aFileThatIsMadeAnewIsGoneForAMoment() {
        assertThat(changesAt(OLD, GONE, GONE, GONE, NEW, NEW)).containsExactly(5);
        assertThat(changesAt(OLD, EMPTY, EMPTY, EMPTY, NEW, NEW)).containsExactly(5);
        assertThat(changesAt(OLD, GONE, GONE, GONE, GONE, GONE, GONE)).containsExactly(5);
        assertThat(changesAt(OLD, GONE, GONE, GONE, GONE, GONE, NEW, NEW)).containsExactly(5, 7);
        assertThat(changesAt(GONE, NEW, NEW)).as("one that was not there").containsExactly(2);
    }

    @Test
    void whateverHappensTheLastStateIsToldOfIfItDiffersFromTheOneToldBefore() {
        Gen.forAll(500, gen -> {
            List<Map<Path, Stamp>> looks = new ArrayList<>();
            for (int i = gen.between(1, 12); i > 0; i--) {
                looks.add(gen.pick(OLD, HALF, EMPTY, NEW, RENAMED, GONE));
            }
            Map<Path, Stamp> rest = looks.getLast();
            FileWatch watch = FileWatch.of(OLD);
            Map<Path, Stamp> told = OLD;
            int changes = 0;
            for (int i = 0; i < looks.size() + 6; i++) {
                Map<Path, Stamp> now = i < looks.size() ? looks.get(i) : rest;
                FileWatch.Look look = watch.look(now);
                watch = look.next();
                if (look.changed()) {
                    assertThat(now).as("nothing is told twice").isNotEqualTo(told);
                    told = now;
                    changes++;
                }
            }
            assertThat(told).isEqualTo(rest);
            assertThat(changes).isLessThanOrEqualTo(looks.size());
        });
    }

    @Test
    void aFileThatIsPutOverAnotherOfTheSameSizeIsAnother(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "1234");
        Path missing = directory.resolve("b");
        Map<Path, Stamp> before = FileWatch.snapshot(List.of(file, missing));
        assertThat(before).containsOnlyKeys(file);
        assertThat(FileWatch.snapshot(List.of(file, missing))).isEqualTo(before);

        Path other = Files.writeString(directory.resolve("c"), "5678");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

        assertThat(FileWatch.snapshot(List.of(file, missing))).isNotEqualTo(before);
    }

    /** The numbers of the looks, from 1, that tell of a change; the first of {@code states} is how the watch begins. */
    @SafeVarargs
    private static List<Integer> changesAt(Map<Path, Stamp>... states) {
        List<Integer> changes = new ArrayList<>();
        FileWatch watch = FileWatch.of(states[0]);
        for (int i = 1; i < states.length; i++) {
            FileWatch.Look look = watch.look(states[i]);
            watch = look.next();
            if (look.changed()) {
                changes.add(i);
            }
        }
        return changes;
    }
}
