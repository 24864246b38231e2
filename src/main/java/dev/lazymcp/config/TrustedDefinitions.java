package dev.lazymcp.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lazymcp.catalog.Identity;
import dev.lazymcp.catalog.Salt;
import dev.lazymcp.catalog.SaltFile;
import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Consumer;

/**
 * The definitions from projects' files that a person has accepted, as salted fingerprints: {@code trusted.json} in the state
 * directory. Nothing of a definition can be read out of it.
 */
public final class TrustedDefinitions {
    private static final String FILE = "trusted.json";
    private static final String LIST = "trusted";
    private static final int FORMAT = 1;
    private static final int MOST = 1000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path state;
    private final SaltFile salt;
    private final Consumer<String> warnings;

    /**
     * What was accepted before.
     *
     * @param state lazymcp's state directory, which need not be there
     * @param warnings takes one sentence where the record is there and cannot be used: then nothing is trusted
     */
    public TrustedDefinitions(Path state, Consumer<String> warnings) {
        this.state = state;
        this.salt = new SaltFile(state, warnings);
        this.warnings = warnings;
    }

    /** Whether exactly this was accepted before. */
    public boolean trusts(SyncStep.Redefine step) {
        return salt.read()
                .map(known -> read().contains(fingerprint(known, step)))
                .orElse(false);
    }

    /**
     * Remembers that a person accepted this.
     *
     * @throws IOException where it cannot be written
     */
    public void accept(SyncStep.Redefine step) throws IOException {
        AtomicFile.makePrivateDirectories(state);
        String fingerprint = fingerprint(salt.readOrCreate(), step);
        // Of two that accept at once one may be forgotten, and is asked about again.
        SequencedSet<String> all = read();
        all.addLast(fingerprint);
        ObjectNode root = JSON.createObjectNode().put("v", FORMAT);
        ArrayNode list = root.putArray(LIST);
        all.stream().skip(Math.max(0, all.size() - MOST)).forEach(list::add);
        AtomicFile.writePrivate(state.resolve(FILE), JSON.writeValueAsBytes(root));
    }

    private SequencedSet<String> read() {
        SequencedSet<String> trusted = new LinkedHashSet<>();
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(state.resolve(FILE)));
            root.path(LIST).forEach(fingerprint -> trusted.add(fingerprint.asText()));
        } catch (NoSuchFileException nothingYet) {
            return trusted;
        } catch (JsonProcessingException damaged) {
            warnings.accept(state.resolve(FILE) + " is no JSON; nothing is trusted until something is accepted again");
        } catch (IOException unreadable) {
            warnings.accept(state.resolve(FILE) + " cannot be read, so nothing is trusted: " + unreadable.getMessage());
        }
        return trusted;
    }

    private static String fingerprint(Salt salt, SyncStep.Redefine step) {
        SyncChange change = step.change();
        List<String> words = new ArrayList<>();
        words.add(step.file().places().getFirst().toString());
        words.add(step.stub().name());
        words.addAll(change.options().words());
        words.addAll(change.kept().stream().sorted().toList());
        words.add("--");
        words.addAll(change.command());
        Identity.Definition definition = new Identity.Definition(
                "trusted definition",
                words,
                change.options()
                        .directory()
                        .or(() -> Optional.of(step.stub().directory().toString())),
                Optional.empty(),
                change.environment(),
                Map.of());
        return Identity.of(salt, definition).fileName();
    }
}
