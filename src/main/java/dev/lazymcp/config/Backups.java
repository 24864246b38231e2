package dev.lazymcp.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.config.edit.SyntaxException;
import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What lazymcp remembers of the files it changed: for each its bytes before and after, in a directory that only the owner can
 * enter, since config files hold secrets. It is forgotten as soon as nothing of ours is left in the file.
 */
public final class Backups {
    private static final String RECORD = "record.json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path directory;

    /** The backups below {@code state}, lazymcp's state directory. */
    public Backups(Path state) {
        this.directory = state.resolve("backups");
    }

    /**
     * A file before and after a change.
     *
     * @param original its text without anything of ours
     * @param written its text as we left it
     */
    record Pair(String original, String written) {}

    /** The files that have a backup, links resolved. */
    public List<Path> files() throws IOException, ConfigException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> records;
        try (Stream<Path> entries = Files.list(directory)) {
            records = entries.map(entry -> entry.resolve(RECORD))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
        List<Path> files = new ArrayList<>();
        for (Path record : records) {
            files.add(Path.of(read(record).path("file").asText()));
        }
        return List.copyOf(files);
    }

    /** Where the backups of {@code file} are. */
    public Path directoryOf(Path file) {
        return directory.resolve(
                hash(file.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 32));
    }

    /** Keeps every other lazymcp from changing files and backups until it is closed. */
    Lock lock() throws IOException {
        AtomicFile.makePrivateDirectories(directory);
        FileChannel channel = AtomicFile.openPrivate(directory.resolve(".lock"));
        try {
            return new Lock(channel, channel.lock());
        } catch (IOException fault) {
            channel.close();
            throw fault;
        }
    }

    /** Held while a file and its backup change together. */
    record Lock(FileChannel channel, FileLock lock) implements AutoCloseable {
        /** Fails if the lock was lost, as it is when a network file system goes away. */
        void requireHeld() throws IOException {
            if (!lock.isValid()) {
                throw new IOException("the lock on lazymcp's backups was lost; run this again");
            }
        }

        @Override
        public void close() throws IOException {
            lock.release();
            channel.close();
        }
    }

    /** The changes of {@code file}, latest first. */
    List<Pair> pairs(Path file) throws IOException, ConfigException {
        Path own = directoryOf(file);
        if (!Files.isRegularFile(own.resolve(RECORD))) {
            return List.of();
        }
        List<Pair> pairs = new ArrayList<>();
        for (JsonNode pair : read(own.resolve(RECORD)).path("changes")) {
            pairs.add(new Pair(
                    text(own, pair.path("original").asText()),
                    text(own, pair.path("written").asText())));
        }
        return List.copyOf(pairs);
    }

    /** Remembers {@code pairs}, latest first, and nothing else, for {@code file}. */
    void save(Path file, List<Pair> pairs) throws IOException {
        Path own = directoryOf(file);
        AtomicFile.makePrivateDirectories(own);
        ObjectNode record = JSON.createObjectNode().put("version", 1).put("file", file.toString());
        ArrayNode changes = record.putArray("changes");
        Set<String> used = new HashSet<>();
        used.add(RECORD);
        for (Pair pair : pairs) {
            String original = saveText(own, pair.original);
            String written = saveText(own, pair.written);
            changes.addObject().put("original", original).put("written", written);
            used.add(original);
            used.add(written);
        }
        AtomicFile.writePrivate(
                own.resolve(RECORD), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(record));
        deleteAllBut(own, used);
    }

    /** Removes what is remembered of {@code file}. */
    void forget(Path file) throws IOException {
        Path own = directoryOf(file);
        if (Files.isDirectory(own)) {
            deleteAllBut(own, Set.of());
            Files.deleteIfExists(own);
        }
    }

    private static void deleteAllBut(Path own, Set<String> used) throws IOException {
        List<Path> present;
        try (Stream<Path> files = Files.list(own)) {
            present = files.toList();
        }
        for (Path file : present) {
            if (!used.contains(String.valueOf(file.getFileName()))) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static String saveText(Path own, String text) throws IOException {
        byte[] bytes = SourceText.encode(text);
        String name = hash(bytes);
        if (!Files.exists(own.resolve(name))) {
            AtomicFile.writePrivate(own.resolve(name), bytes);
        }
        return name;
    }

    private static String text(Path own, String name) throws IOException, ConfigException {
        try {
            byte[] bytes = Files.readAllBytes(own.resolve(name));
            if (!hash(bytes).equals(name)) {
                throw damaged(own, "the content of " + name + " does not match its name");
            }
            return SourceText.decode(bytes);
        } catch (NoSuchFileException | SyntaxException fault) {
            throw damaged(own, name + " cannot be read: " + fault.getMessage());
        }
    }

    private static JsonNode read(Path record) throws IOException, ConfigException {
        JsonNode node;
        try {
            node = JSON.readTree(Files.readAllBytes(record));
        } catch (JsonProcessingException fault) {
            throw damaged(record.resolveSibling(""), RECORD + " is not JSON");
        }
        if (!node.path("file").isTextual() || !node.path("changes").isArray()) {
            throw damaged(record.resolveSibling(""), RECORD + " is not a record of changes");
        }
        return node;
    }

    private static ConfigException damaged(Path own, String how) {
        return new ConfigException("The backup in " + own + " is damaged: " + how + ". Move that directory away and run"
                + " this again; the entries are then restored from their own arguments.");
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
