package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A process of its own that writes to a catalog, or takes its salt. */
final class CatalogWriter {
    private CatalogWriter() {}

    /** Writes {@code count} entries marked {@code NAME-0}, {@code NAME-1}, …, then takes the salt and prints it. */
    static Process start(Path directory, String name, int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CatalogWriter.class.getName(),
                        directory.toString(),
                        name,
                        Integer.toString(count))
                .redirectErrorStream(true)
                .start();
    }

    /** All the process printed. */
    static String output(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException lost) {
            throw new UncheckedIOException(lost);
        }
    }

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        CatalogStore store = new CatalogStore(directory, CatalogWriter::fail);
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            store.write(Entries.identity("a"), Entries.marked(args[1] + "-" + i));
        }
        Salt salt = new SaltFile(directory, CatalogWriter::fail).readOrCreate();
        System.out.write(java.util.HexFormat.of().formatHex(salt.bytes()).getBytes(UTF_8));
        System.out.flush();
    }

    private static void fail(String warning) {
        throw new IllegalStateException(warning);
    }
}
