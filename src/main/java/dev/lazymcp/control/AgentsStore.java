package dev.lazymcp.control;

import dev.lazymcp.os.AtomicFile;
import dev.lazymcp.os.FileGuard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The files that say which agents are active, one a session, in a run directory. Any number of commands may change them at once.
 *
 * @param directory where they are
 */
public record AgentsStore(RunDirectory directory) {
    private static final String PREFIX = "agents-";
    private static final String SUFFIX = ".json";
    private static final String LOCK = "agents.lock";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration NAMED_SESSION = Duration.ofDays(7);
    private static final int LONGEST_NAME = 120;
    private static final int SHOWN_OF_LONGER = 40;

    /**
     * What came of a change.
     *
     * @param before the agents that were active
     * @param now what is written down now; revision 0 where nothing is
     * @param written whether anything was written
     */
    public record Change(ActiveAgents before, AgentsFile now, boolean written) {}

    /** What is written down of {@code session} in the first of {@code places} that has it; empty where none does. */
    public static Optional<AgentsFile> find(List<Path> places, SessionKey session) {
        return RunDirectory.existing(places).stream()
                .map(AgentsStore::new)
                .flatMap(store -> store.read(session).stream())
                .findFirst();
    }

    /** What is written down of {@code session}; empty where nothing is, or nothing that can be read. */
    public Optional<AgentsFile> read(SessionKey session) {
        // Process ids come again: what an earlier client of the same id left is not this session's.
        return read(file(session)).filter(file -> file.session().matches(session));
    }

    /**
     * Changes what is written down of {@code session}. A file that cannot be read is replaced in any case, for the stubs that
     * knew what it said hold to it until they are told otherwise.
     *
     * @param session the session, whose client is known unless it has a name
     * @param first the agents that were active where nothing is written down yet
     * @param change what becomes of the agents; empty to leave everything as it is
     * @throws IOException where it cannot be written, or others keep it locked
     */
    public Change change(SessionKey session, ActiveAgents first, Function<ActiveAgents, Optional<ActiveAgents>> change)
            throws IOException {
        try (FileGuard _ = FileGuard.take(directory.path().resolve(LOCK), PATIENCE)) {
            Optional<AgentsFile> there = read(session);
            ActiveAgents before = there.map(AgentsFile::agents).orElse(first);
            Optional<ActiveAgents> after = change.apply(before);
            if (after.isEmpty() && !isDamaged(file(session))) {
                return new Change(before, there.orElseGet(() -> new AgentsFile(session, 0, 0, before)), false);
            }
            AgentsFile next = there.map(file -> file.followedBy(after.orElse(before)))
                    .orElseGet(() -> AgentsFile.begun(session, after.orElse(before)));
            AtomicFile.writePrivate(file(session), next.toJson().toBytes());
            return new Change(before, next, true);
        }
    }

    /**
     * Removes what is of no use any more: the files of clients that ended, and those of named sessions that nobody changed for a
     * week.
     *
     * @param lives whether a session has stubs
     */
    public void sweep(Predicate<SessionKey> lives, Instant now) throws IOException {
        if (over(lives, now).isEmpty()) {
            return; // who only looks makes nobody wait
        }
        try (FileGuard _ = FileGuard.take(directory.path().resolve(LOCK), PATIENCE)) {
            for (Path file : over(lives, now)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> over(Predicate<SessionKey> lives, Instant now) throws IOException {
        List<Path> over = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.path(), PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                boolean isOver = read(file)
                        .map(AgentsFile::session)
                        .map(session -> !lives.test(session) && isOver(session, file, now))
                        .orElseGet(() -> isOld(file, now));
                if (isOver) {
                    over.add(file);
                }
            }
        }
        return over;
    }

    private static boolean isOver(SessionKey session, Path file, Instant now) {
        return session.client().map(client -> !client.isAlive()).orElseGet(() -> isOld(file, now));
    }

    private static boolean isOld(Path file, Instant now) {
        try {
            return Files.getLastModifiedTime(file)
                    .toInstant()
                    .plus(NAMED_SESSION)
                    .isBefore(now);
        } catch (IOException gone) {
            return false;
        }
    }

    private static Optional<AgentsFile> read(Path file) {
        try {
            return AgentsFile.read(RunDirectory.content(file));
        } catch (IOException absentOrUnreadable) {
            return Optional.empty(); // as if nobody had written yet: the next change puts it right
        }
    }

    private static boolean isDamaged(Path file) {
        return Files.exists(file) && read(file).isEmpty();
    }

    private Path file(SessionKey session) {
        return directory.path().resolve(PREFIX + escape(session.id()) + SUFFIX);
    }

    /** A part of a file's name that is another one for every {@code id}, on file systems that do not tell A from a as well. */
    static String escape(String id) {
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        StringBuilder name = new StringBuilder();
        for (byte b : bytes) {
            boolean plain = (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '-' || b == '_';
            if (plain) {
                name.append((char) b);
            } else {
                name.append('%').append(HexFormat.of().toHexDigits(b));
            }
        }
        return name.length() <= LONGEST_NAME ? name.toString() : name.substring(0, SHOWN_OF_LONGER) + '~' + hash(bytes);
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
