import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What to build, as it comes together from the command line, the main jar's manifest and META-INF/native-image. */
final class BuildRequest {
    /** Configuration that the user keeps out: both patterns have to be found. */
    record Exclusion(Pattern jar, Pattern resource) {}

    final List<Path> classPath = new ArrayList<>();
    final List<Path> modulePath = new ArrayList<>();
    final List<String> addedModules = new ArrayList<>();
    final List<Exclusion> exclusions = new ArrayList<>();

    /** Options of the JVM that runs the builder. */
    final List<String> jvmOptions = new ArrayList<>();

    /** Options of the builder. The builder takes the last one of a kind, so those of the user come after those of jars. */
    final List<String> jarOptions = new ArrayList<>();

    final List<String> userOptions = new ArrayList<>();
    final Map<String, String> environment = new LinkedHashMap<>();

    String mainModule;
    String mainClass;

    /** Names for the image, strongest first; null where nobody gave that one. */
    String output;

    String name;
    String nameFromMetadata;
    String nameOfJar;

    boolean verbose;
    boolean dryRun;

    /** As the java command does, an entry that does not exist is left out, with a warning. */
    static void addEntry(List<Path> path, Path entry) {
        if (!Files.exists(entry)) {
            System.err.println("Warning: Ignoring non-existing path entry: " + entry);
            return;
        }
        Path absolute = entry.toAbsolutePath().normalize();
        if (!path.contains(absolute)) path.add(absolute);
    }

    Stream<Path> entries() {
        return Stream.concat(classPath.stream(), modulePath.stream());
    }

    boolean isSharedLibrary() {
        boolean shared = false;
        for (String option :
                Stream.concat(jarOptions.stream(), userOptions.stream()).toList()) {
            if (option.matches("-H:\\+SharedLibrary(@.*)?")) shared = true;
            if (option.matches("-H:-SharedLibrary(@.*)?")) shared = false;
        }
        return shared;
    }

    boolean userSets(String option) {
        return userOptions.stream().anyMatch(word -> word.matches("-H:" + option + "[@=].*"));
    }

    String imageName() {
        return Stream.of(output, name, nameFromMetadata, nameOfJar, nameOfMain())
                .filter(candidate -> candidate != null)
                .findFirst()
                .orElse(isSharedLibrary() ? "library" : "image");
    }

    private String nameOfMain() {
        if (mainClass != null) return mainClass.toLowerCase(Locale.ROOT);
        return mainModule;
    }
}
