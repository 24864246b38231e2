import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** What the entries of class path and module path say about building an image, in META-INF/native-image. */
final class ImageMetadata {
    private static final String DIRECTORY = "META-INF/native-image";

    /** Files that are handed to the builder as they are, each by the option that names such resources. */
    private static final Map<String, String> RESOURCE_OPTIONS = Map.of(
            "reflect-config.json", "ReflectionConfigurationResources",
            "jni-config.json", "JNIConfigurationResources",
            "proxy-config.json", "DynamicProxyConfigurationResources",
            "resource-config.json", "ResourceConfigurationResources",
            "serialization-config.json", "SerializationConfigurationResources",
            "predefined-classes-config.json", "PredefinedClassesConfigurationResources",
            "reachability-metadata.json", "ReachabilityMetadataResources");

    private interface Text {
        String read() throws IOException;
    }

    private final ApiOptions apiOptions;
    private final BuildRequest request;

    ImageMetadata(ApiOptions apiOptions, BuildRequest request) {
        this.apiOptions = apiOptions;
        this.request = request;
    }

    void readAll() throws IOException {
        for (Path entry : request.classPath) readEntry(entry);
        for (Path entry : request.modulePath) {
            for (Path module : modulesIn(entry)) readEntry(module);
        }
    }

    /** An entry of the module path is a module or a directory of modules. */
    private static List<Path> modulesIn(Path entry) throws IOException {
        if (!Files.isDirectory(entry) || Files.exists(entry.resolve("module-info.class"))) return List.of(entry);
        try (var modules = Files.list(entry)) {
            return modules.sorted().toList();
        }
    }

    private void readEntry(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            readDirectory(entry);
            return;
        }
        try (ZipFile archive = new ZipFile(entry.toFile())) {
            readArchive(entry, archive);
        } catch (ZipException e) {
            System.err.println("Warning: " + entry + " is neither a directory nor an archive: " + e.getMessage());
        }
    }

    private void readDirectory(Path entry) throws IOException {
        Path root = entry.resolve(DIRECTORY);
        if (!Files.isDirectory(root)) return;
        try (var files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String resource = entry.relativize(file).toString();
                readResource(entry, resource, file.toUri().toString(), () -> Files.readString(file));
            }
        }
    }

    private void readArchive(Path entry, ZipFile archive) throws IOException {
        List<? extends ZipEntry> resources = archive.stream()
                .filter(resource -> resource.getName().startsWith(DIRECTORY + "/") && !resource.isDirectory())
                .sorted(Comparator.comparing(ZipEntry::getName))
                .toList();
        for (ZipEntry resource : resources) {
            String name = resource.getName();
            readResource(
                    entry,
                    name,
                    "jar:" + entry.toUri() + "!/" + name,
                    () -> new String(archive.getInputStream(resource).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private void readResource(Path entry, String resource, String origin, Text text) throws IOException {
        boolean excluded = request.exclusions.stream()
                .anyMatch(exclusion -> exclusion.jar().matcher(entry.toString()).find()
                        && exclusion.resource().matcher("/" + resource).find());
        if (excluded) return;
        String directory = resource.substring(0, resource.lastIndexOf('/'));
        String file = resource.substring(resource.lastIndexOf('/') + 1);
        String option = RESOURCE_OPTIONS.get(file);
        if (option != null) request.jarOptions.add("-H:" + option + "@" + origin + "=" + resource);
        if (file.equals("native-image.properties")) readProperties(text.read(), directory, origin);
    }

    /** In these files ${.} stands for the directory of the file. */
    private void readProperties(String text, String directory, String origin) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(text.replace("${.}", directory)));
        if (request.nameFromMetadata == null) request.nameFromMetadata = properties.getProperty("ImageName");
        for (String option : Words.split(properties.getProperty("JavaArgs", ""))) request.jvmOptions.add(0, option);
        Deque<String> words = new ArrayDeque<>(Words.split(properties.getProperty("Args", "")));
        while (!words.isEmpty()) readWord(words.poll(), words, origin);
    }

    private void readWord(String word, Deque<String> rest, String origin) {
        if (word.equals("--verbose") || word.equals("--no-server")) return; // not for a library to decide
        if (word.startsWith("-D") || word.equals("--enable-preview")) {
            request.jvmOptions.add(word);
        } else if (word.startsWith("-J")) {
            request.jvmOptions.add(word.substring(2));
        } else if (word.startsWith("--add-modules=")) {
            request.addedModules.add(word.substring(word.indexOf('=') + 1));
        } else if (word.equals("--add-modules") && !rest.isEmpty()) {
            request.addedModules.add(rest.poll());
        } else if (!word.startsWith("-")) {
            if (request.mainClass == null) request.mainClass = word;
        } else {
            Optional<String> option = apiOptions.translate(word, rest, origin);
            option.ifPresentOrElse(
                    request.jarOptions::add,
                    () -> System.err.println("Warning: " + origin + ": option " + word + " is not known, ignored"));
        }
    }
}
