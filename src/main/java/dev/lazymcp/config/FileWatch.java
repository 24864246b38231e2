package dev.lazymcp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells from looks at files, one after the other, when something has changed and come to rest: a value, without a clock.
 * Programs write files in steps, and some delete a file to make it anew, so one look is never enough.
 *
 * @param handled the files as they were when a change was last reported
 * @param last the files as they were at the last look
 * @param equalLooks how many looks in a row, the last included, have shown the files like that
 */
public record FileWatch(Map<Path, Stamp> handled, Map<Path, Stamp> last, int equalLooks) {
    private static final int AT_REST = 2;

    /** A file that is gone or empty may be in the middle of being made anew. */
    private static final int GONE = 5;

    /**
     * What tells one content of a file from another without reading it.
     *
     * @param size in bytes
     * @param modified when it was last written, in the system's finest unit
     * @param identity the file itself, which is another one after a rename over it; empty where the system has no such thing
     */
    public record Stamp(long size, String modified, String identity) {}

    /**
     * A look and what it says.
     *
     * @param next what to look with the next time
     * @param changed whether a change has come to rest
     */
    public record Look(FileWatch next, boolean changed) {}

    /** Copies the maps. */
    public FileWatch {
        handled = Map.copyOf(handled);
        last = Map.copyOf(last);
    }

    /** Begins with the files as they are in {@code now}. */
    public static FileWatch of(Map<Path, Stamp> now) {
        return new FileWatch(now, now, AT_REST);
    }

    /** The files are as in {@code now}. */
    public Look look(Map<Path, Stamp> now) {
        int equal = now.equals(last) ? equalLooks + 1 : 1;
        boolean changed = !now.equals(handled) && equal >= (isMissing(now) ? GONE : AT_REST);
        return new Look(new FileWatch(changed ? now : handled, now, equal), changed);
    }

    private boolean isMissing(Map<Path, Stamp> now) {
        return handled.keySet().stream()
                .anyMatch(path ->
                        Optional.ofNullable(now.get(path)).map(Stamp::size).orElse(0L) == 0);
    }

    /** Looks at {@code files}; those that are not there, or cannot be looked at, are left out. */
    public static Map<Path, Stamp> snapshot(Collection<Path> files) {
        Map<Path, Stamp> stamps = new HashMap<>();
        files.forEach(file -> stamp(file).ifPresent(stamp -> stamps.put(file, stamp)));
        return Map.copyOf(stamps);
    }

    private static Optional<Stamp> stamp(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(new Stamp(
                    attributes.size(), attributes.lastModifiedTime().toString(), String.valueOf(attributes.fileKey())));
        } catch (IOException gone) {
            return Optional.empty(); // reading it will tell why
        }
    }
}
