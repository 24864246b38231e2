package dev.lazymcp.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program under test: the binary that {@code -Dlazymcp.executable} names, else the jar with what it depends on. */
final class LazymcpExecutable {
    private static final List<String> DEPENDENCIES = List.of("jackson-", "picocli-", "snakeyaml-engine-");

    private LazymcpExecutable() {}

    static boolean isNative() {
        return !System.getProperty("lazymcp.executable", "").isEmpty();
    }

    /** The start of every command line. */
    static List<String> command() {
        if (isNative()) {
            Path binary = Path.of(System.getProperty("lazymcp.executable", "")).toAbsolutePath();
            if (!Files.isExecutable(binary)) {
                throw new IllegalStateException("-Dlazymcp.executable is not executable: " + binary);
            }
            return List.of(binary.toString());
        }
        List<String> classPath = new ArrayList<>();
        classPath.add(jar().toString());
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            String file = new File(entry).getName();
            if (DEPENDENCIES.stream().anyMatch(file::startsWith)) {
                classPath.add(entry);
            }
        }
        return List.of(
                FakeServer.javaCommand(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-cp",
                String.join(File.pathSeparator, classPath),
                "dev.lazymcp.Main");
    }

    private static Path jar() {
        Path jar = Path.of(System.getProperty("lazymcp.jar", "target/classes")).toAbsolutePath();
        if (!Files.exists(jar)) {
            throw new IllegalStateException("not built: " + jar);
        }
        return jar;
    }
}
