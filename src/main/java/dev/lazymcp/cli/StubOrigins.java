package dev.lazymcp.cli;

import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.rpc.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * The files that a stub can come from: nobody tells a stub which one its client read. Evidence, not knowledge: it is what
 * allows to say later that an entry was removed, and did not always stand elsewhere.
 */
final class StubOrigins {
    /** No client's file is larger; one that is would have to be read at the start of every stub. */
    private static final long LARGEST = 1024 * 1024;

    private final SequencedSet<Path> origins = new LinkedHashSet<>();

    /** Looks through {@code files} for a stub called {@code name}: for the words, nothing is parsed. */
    static StubOrigins find(List<Path> files, String name) {
        StubOrigins found = new StubOrigins();
        for (Path file : files) {
            if (holds(file, Json.quote(name)) && holds(file, "\"wrap\"")) {
                found.add(SyncFiles.place(file));
            }
        }
        return found;
    }

    /** Takes {@code file} for one, on the word of a command that read it. */
    synchronized void add(Path file) {
        origins.add(file);
    }

    /** The files as they are known now. */
    synchronized List<String> all() {
        return origins.stream().map(Path::toString).toList();
    }

    private static boolean holds(Path file, String word) {
        byte[] wanted = word.getBytes(StandardCharsets.UTF_8);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return false;
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                return holds(in, wanted);
            }
        } catch (IOException unreadable) {
            return false; // then its client could not read it either
        }
    }

    /** A word begins with a quotation mark and has, inside, none that is not escaped: where it fails, none of it can begin one. */
    private static boolean holds(InputStream in, byte[] wanted) throws IOException {
        int matched = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == wanted[matched]) {
                matched++;
                if (matched == wanted.length) {
                    return true;
                }
            } else {
                matched = next == wanted[0] ? 1 : 0;
            }
        }
        return false;
    }
}
