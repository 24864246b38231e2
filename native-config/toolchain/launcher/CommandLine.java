import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/** Reads the arguments of native-image into a {@link BuildRequest}. */
final class CommandLine {
    private static final String NO_MAIN =
            "Please specify class (or <module>/<mainclass>) containing the main entry point method. (see --help)";

    private final ApiOptions apiOptions;
    private final BuildRequest request = new BuildRequest();
    private final List<String> operands = new ArrayList<>();
    private Deque<String> rest = new ArrayDeque<>();
    private boolean classPathGiven;
    private Path mainJar;

    CommandLine(ApiOptions apiOptions) {
        this.apiOptions = apiOptions;
    }

    /** @param classPathVariable the class path to use when the arguments name none; may be null */
    BuildRequest parse(List<String> arguments, String classPathVariable) throws IOException {
        rest = new ArrayDeque<>(arguments);
        if (rest.isEmpty()) throw new UsageException(NO_MAIN);
        readWords();
        if (mainJar != null) {
            readMainJar();
        } else if (!classPathGiven && request.modulePath.isEmpty()) {
            boolean fromVariable = classPathVariable != null && !classPathVariable.isEmpty();
            addPath(request.classPath, fromVariable ? classPathVariable : ".");
        }
        new ImageMetadata(apiOptions, request).readAll();
        assignOperands();
        return request;
    }

    private void readWords() throws IOException {
        while (!rest.isEmpty()) {
            String word = rest.poll();
            if (word.equals("--")) {
                operands.addAll(rest);
                return;
            }
            if (!word.startsWith("-")) operands.add(word);
            else if (!readOption(word) && !readOptionWithValue(word) && !readBuilderOption(word)) {
                throw new UsageException("Unrecognized option(s): '" + word + "'");
            }
        }
    }

    private boolean readOption(String word) {
        switch (word) {
            case "--verbose" -> request.verbose = true;
            case "--dry-run" -> request.dryRun = true;
            case "--enable-preview" -> request.jvmOptions.add(word);
            case "--no-server" -> {} // what is asked for is the case
            case "-jar" -> mainJar = Path.of(next(word));
            case "--exclude-config" ->
                request.exclusions.add(
                        new BuildRequest.Exclusion(Pattern.compile(next(word)), Pattern.compile(next(word))));
            default -> {
                return readPrefixedOption(word);
            }
        }
        return true;
    }

    private boolean readPrefixedOption(String word) {
        if (word.startsWith("--debug-attach")) {
            String address = word.contains("=") ? word.substring(word.indexOf('=') + 1) : "8000";
            request.jvmOptions.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=" + address);
        } else if (word.startsWith("-E")) {
            int equals = word.indexOf('='); // without it: the variable is passed on, as all are here
            if (equals > 0) request.environment.put(word.substring(2, equals), word.substring(equals + 1));
        } else if (word.startsWith("-J")) {
            request.jvmOptions.add(word.substring(2));
        } else if (word.startsWith("-D")) {
            request.jvmOptions.add(word);
        } else {
            return false;
        }
        return true;
    }

    private boolean readOptionWithValue(String word) throws IOException {
        Optional<String> classPath = value(word, "-cp", "-classpath", "--class-path");
        if (classPath.isPresent()) {
            classPathGiven = true;
            addPath(request.classPath, classPath.get());
            return true;
        }
        Optional<String> modulePath = value(word, "-p", "--module-path");
        if (modulePath.isPresent()) {
            addPath(request.modulePath, modulePath.get());
            return true;
        }
        return set(value(word, "-m", "--module"), module -> request.mainModule = module)
                || set(value(word, "--add-modules"), request.addedModules::add)
                || set(value(word, "-o"), output -> request.output = output);
    }

    private static boolean set(Optional<String> value, Consumer<String> target) {
        value.ifPresent(target);
        return value.isPresent();
    }

    private boolean readBuilderOption(String word) {
        return set(apiOptions.translate(word, rest, "user"), request.userOptions::add);
    }

    /** The value of an option that is written "name value" or "--name=value". */
    private Optional<String> value(String word, String... names) {
        for (String name : names) {
            if (word.equals(name)) return Optional.of(next(name));
            if (name.startsWith("--") && word.startsWith(name + "=")) {
                return Optional.of(word.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    private String next(String option) {
        if (rest.isEmpty()) throw new UsageException(option + " requires a value");
        return rest.poll();
    }

    private static void addPath(List<Path> path, String text) throws IOException {
        for (String entry : text.split(":")) {
            if (entry.equals("*") || entry.endsWith("/*")) {
                Path directory = Path.of(entry.equals("*") ? "." : entry.substring(0, entry.length() - 2));
                for (Path jar : jarsIn(directory)) BuildRequest.addEntry(path, jar);
            } else {
                BuildRequest.addEntry(path, Path.of(entry.isEmpty() ? "." : entry));
            }
        }
    }

    private static List<Path> jarsIn(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** The jar comes first on the class path, then what its manifest names, then what else was given. */
    private void readMainJar() throws IOException {
        if (!Files.isRegularFile(mainJar)) throw new UsageException("Jar file not found: " + mainJar);
        request.nameOfJar = mainJar.getFileName().toString().replaceFirst("\\.jar$", "");
        List<Path> given = List.copyOf(request.classPath);
        request.classPath.clear();
        BuildRequest.addEntry(request.classPath, mainJar);
        try (JarFile jar = new JarFile(mainJar.toFile())) {
            Manifest manifest = jar.getManifest();
            if (manifest != null) readManifest(manifest.getMainAttributes());
        }
        for (Path entry : given) BuildRequest.addEntry(request.classPath, entry);
    }

    private void readManifest(Attributes manifest) {
        request.mainClass = manifest.getValue("Main-Class");
        Path directory = mainJar.toAbsolutePath().getParent();
        for (String entry : words(manifest, "Class-Path")) {
            Path path = entry.startsWith("file:") ? Path.of(URI.create(entry)) : directory.resolve(entry);
            if (Files.exists(path)) BuildRequest.addEntry(request.classPath, path); // none is required to exist
        }
        for (String packages : words(manifest, "Add-Exports")) {
            request.jarOptions.add("-H:AddExports@driver+api=" + packages + "=ALL-UNNAMED");
        }
        for (String packages : words(manifest, "Add-Opens")) {
            request.jarOptions.add("-H:AddOpens@driver+api=" + packages + "=ALL-UNNAMED");
        }
        String nativeAccess = manifest.getValue("Enable-Native-Access");
        if (nativeAccess != null) request.jarOptions.add("-H:EnableNativeAccess@driver+api=" + nativeAccess);
    }

    private static List<String> words(Attributes manifest, String name) {
        String value = manifest.getValue(name);
        return value == null || value.isBlank()
                ? List.of()
                : List.of(value.trim().split("\\s+"));
    }

    /** The words that are no options: the main class, where nothing else names one, and the image's name. */
    private void assignOperands() {
        Deque<String> words = new ArrayDeque<>(operands);
        boolean needsMain = request.mainModule == null && request.mainClass == null && !request.isSharedLibrary();
        if (needsMain && !words.isEmpty()) request.mainClass = words.poll();
        if (!words.isEmpty()) request.name = words.poll();
        if (!words.isEmpty()) throw new UsageException("Unrecognized argument: '" + words.poll() + "'");
        boolean hasMain = request.mainModule != null || request.mainClass != null || request.userSets("Class");
        if (!hasMain && !request.isSharedLibrary() && !onlyAsksTheBuilder()) throw new UsageException(NO_MAIN);
    }

    /** With these options the builder prints something and builds nothing. */
    private boolean onlyAsksTheBuilder() {
        Pattern questions = Pattern.compile("-H:\\+(DumpTargetInfo|ListCPUFeatures|ListModules|PrintFlags.*)@.*"
                + "|-H:PrintFlags.*|-H:MicroArchitecture@.*=list");
        return request.userOptions.stream().anyMatch(questions.asMatchPredicate());
    }
}
