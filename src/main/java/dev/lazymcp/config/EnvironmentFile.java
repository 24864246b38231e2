package dev.lazymcp.config;

import dev.lazymcp.config.client.EnvFile;
import dev.lazymcp.config.edit.SourceText;
import dev.lazymcp.config.edit.SyntaxException;
import dev.lazymcp.os.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SequencedMap;

/** The file that an entry's {@code envFile} names, on disk. */
public final class EnvironmentFile {
    private EnvironmentFile() {}

    /**
     * The variables in {@code path}.
     *
     * @throws IOException where it is not there or cannot be read
     * @throws ConfigException where a line makes no sense, with file, line and column and nothing of what stands there
     */
    public static SequencedMap<String, String> read(Path path) throws IOException, ConfigException {
        try {
            return EnvFile.parse(SourceText.decode(AtomicFile.read(path).bytes()));
        } catch (SyntaxException fault) {
            throw new ConfigException(path + ":" + fault.position() + ": " + fault.getMessage(), fault);
        }
    }
}
