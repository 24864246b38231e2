import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One run of the image builder, in a JVM of its own. */
final class BuilderRun {
    private static final String MAIN =
            "org.graalvm.nativeimage.builder/com.oracle.svm.hosted.NativeImageGeneratorRunner";

    /** Variables by which a JVM or its launcher would take options that were not meant for the builder. */
    private static final List<String> JVM_VARIABLES =
            List.of("JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "CLASSPATH");

    private final Path home;
    private final BuildRequest request;

    BuilderRun(Path home, BuildRequest request) {
        this.home = home;
        this.request = request;
    }

    /** Returns the exit code of the builder. */
    int run() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(jvmArguments());
        arguments.addAll(builderArguments());
        List<String> lines = arguments.stream().map(Words::quote).toList();
        String java = home.resolve("bin/java").toString();
        if (request.verbose || request.dryRun) print(java, lines);
        if (request.dryRun) return 0;
        Path file = Files.createTempFile("native-image-", ".args");
        file.toFile().deleteOnExit(); // for the case that a signal ends this process
        try {
            Files.write(file, lines);
            return run(new ProcessBuilder(java, "@" + file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void print(String java, List<String> arguments) {
        System.out.println("Executing [");
        System.out.println(java + " \\");
        arguments.forEach(argument -> System.out.println(argument + " \\"));
        System.out.println("]");
    }

    /** Should this process be ended, the builder ends with it. */
    private int run(ProcessBuilder builder) throws IOException, InterruptedException {
        adjustEnvironment(builder.environment());
        Process process = builder.inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process.waitFor();
    }

    /** The builder fixes the encoding of file names in the image: UTF-8, whatever the locale of the build is. */
    private void adjustEnvironment(Map<String, String> environment) {
        JVM_VARIABLES.forEach(environment::remove);
        environment.keySet().removeIf(name -> name.equals("LANG") || name.equals("LANGUAGE") || name.startsWith("LC_"));
        environment.put("LC_ALL", "C.UTF-8");
        environment.putAll(request.environment);
    }

    private List<String> jvmArguments() throws IOException {
        List<String> arguments = new ArrayList<>(Files.readAllLines(home.resolve("lib/svm/driver/builder-jvm.args")));
        if (setsMaximumHeap()) {
            arguments.add("-Dsvm.build.memoryUsageReasonText=set by the user");
        } else {
            arguments.add("-XX:MaxRAMPercentage=75");
            arguments.add("-Dsvm.build.memoryUsageReasonText=75% of system memory");
        }
        // With few processors the builder spends more on being compiled by C2 than it gains from it (measured on two:
        // 261
        // against 157 CPU seconds for a hello world).
        if (Runtime.getRuntime().availableProcessors() <= 4) arguments.add("-XX:TieredStopAtLevel=1");
        arguments.addAll(request.jvmOptions); // the last one of a kind wins: the user's
        if (!request.addedModules.isEmpty()) {
            arguments.add("-Dsvm.modulesupport.addedModules=" + String.join(",", request.addedModules));
        }
        arguments.add("--module-path=" + jars("lib/svm/builder"));
        arguments.add("--upgrade-module-path=" + jars("lib/svm/graal"));
        arguments.add("--module");
        arguments.add(MAIN);
        return arguments;
    }

    private boolean setsMaximumHeap() {
        return request.jvmOptions.stream()
                .anyMatch(option -> option.startsWith("-Xmx")
                        || option.startsWith("-XX:MaxRAMPercentage")
                        || option.startsWith("-XX:MaxHeapSize"));
    }

    private String jars(String directory) throws IOException {
        try (var files = Files.list(home.resolve(directory))) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(":"));
        }
    }

    private List<String> builderArguments() throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add("-imagecp");
        arguments.add(join(request.classPath));
        if (!request.modulePath.isEmpty()) {
            arguments.add("-imagemp");
            arguments.add(join(request.modulePath));
        }
        arguments.add("-H:CLibraryPath@driver=" + home.resolve("lib/svm/clibraries/linux-amd64"));
        arguments.add("-H:FallbackThreshold@driver=0"); // this launcher cannot make fallback images
        arguments.addAll(request.jarOptions);
        addMain(arguments);
        addOutput(arguments);
        arguments.addAll(request.userOptions);
        arguments.add("-H:ImageBuildID@driver=" + buildId(arguments));
        return arguments;
    }

    private static String join(List<Path> path) {
        return path.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    private void addMain(List<String> arguments) {
        if (request.mainModule != null) {
            int slash = request.mainModule.indexOf('/');
            String module = slash < 0 ? request.mainModule : request.mainModule.substring(0, slash);
            arguments.add("-H:Module@explicit main-module=" + module);
            arguments.add("-H:Class@explicit main-class=" + (slash < 0 ? "" : request.mainModule.substring(slash + 1)));
        } else if (request.mainClass != null) {
            arguments.add("-H:Class@explicit main-class=" + request.mainClass);
        }
    }

    private void addOutput(List<String> arguments) {
        Path image = Path.of(request.imageName()).toAbsolutePath().normalize();
        if (!request.userSets("Path")) {
            if (!Files.isDirectory(image.getParent())) {
                throw new UsageException(
                        "Writing image to non-existent directory " + image.getParent() + " is not allowed.");
            }
            arguments.add("-H:Path@driver=" + image.getParent());
        }
        if (!request.userSets("Name")) arguments.add("-H:Name@driver=" + image.getFileName());
    }

    /** The same for the same arguments and the same contents of class path and module path. */
    private UUID buildId(List<String> arguments) throws IOException {
        MessageDigest digest = sha256();
        for (String argument : arguments) digest.update((argument + "\0").getBytes(StandardCharsets.UTF_8));
        for (Path entry : request.entries().toList()) {
            try (Stream<Path> files = Files.walk(entry)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    digest.update((entry.relativize(file) + "\0").getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
        }
        return UUID.nameUUIDFromBytes(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
