package dev.lazymcp.cli;

import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

/**
 * What this program was built from and with. A native image is told when it is built, and reads nothing when it starts.
 *
 * @param version as in the build file
 * @param commit abbreviated, with {@code -dirty} where more than it was built; {@code unknown} outside of a clone
 * @param target the system and processor, as in the names of archives; with the virtual machine where there is one
 * @param builder who made the program
 */
record Build(String version, String commit, String target, String builder) {
    /** This one. */
    static final Build THIS = read();

    private static Build read() {
        Properties facts = new Properties();
        try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                throw new IllegalStateException("build.properties is not beside the classes: the build is not whole");
            }
            facts.load(in);
        } catch (IOException fault) {
            throw new UncheckedIOException("build.properties cannot be read", fault);
        }
        boolean image = System.getProperty("org.graalvm.nativeimage.imagecode") != null;
        String target =
                target(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), fact(facts, "libc", ""));
        String commit = fact(facts, "commit", "unknown");
        return new Build(
                fact(facts, "version", "0"),
                Boolean.parseBoolean(fact(facts, "dirty", "false")) ? commit + "-dirty" : commit,
                image ? target : target + " (Java VM)",
                (image ? "native-image, " : "javac, ") + java());
    }

    /** What the build filled in; {@code otherwise} where a tool copied the file as it is. */
    private static String fact(Properties facts, String name, String otherwise) {
        String value = facts.getProperty(name, "");
        return value.isEmpty() || value.startsWith("$") ? otherwise : value;
    }

    /** The name that archives have for a system and processor that a Java VM calls {@code osName} and {@code architecture}. */
    static String target(String osName, String architecture, String libc) {
        String system = switch (Platform.of(osName)) {
            case LINUX -> "linux";
            case MACOS -> "macos";
            case WINDOWS -> "windows";
            case OTHER -> osName.toLowerCase(Locale.ROOT).replace(' ', '-');
        };
        String processor = switch (architecture) {
            case "amd64", "x86_64" -> "x64";
            case "aarch64" -> "arm64";
            default -> architecture;
        };
        return system + "-" + processor + (libc.equals("musl") ? "-musl" : "");
    }

    private static String java() {
        String vendor = System.getProperty("java.vendor.version", "");
        return vendor.isEmpty()
                ? System.getProperty("java.vendor", "") + " " + System.getProperty("java.runtime.version", "")
                : vendor;
    }
}
