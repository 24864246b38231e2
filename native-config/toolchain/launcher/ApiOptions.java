import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The builder's options as users write them (--no-fallback, -O2) and as the builder takes them (-H:Optimize=2). The table
 * was made from the builder's jars when this home was assembled.
 */
final class ApiOptions {
    /** The separator that means: the value follows at once, as in -O2. */
    private static final char NO_SEPARATOR = 0;

    /** A value, fixed or default, is there when it starts with "=". */
    private record Option(
            String text,
            String separators,
            String field,
            boolean isBoolean,
            String sign,
            String fixedValue,
            String defaultValue,
            String transformer) {

        static Option parse(String line) {
            String[] columns = line.split("\t", -1);
            return new Option(
                    columns[0],
                    columns[1],
                    columns[2],
                    columns[3].equals("B"),
                    columns[4],
                    columns[5],
                    columns[6],
                    columns[7]);
        }

        boolean takesNextWord() {
            return !isBoolean && separators.indexOf(' ') >= 0;
        }

        Optional<String> presetValue() {
            return Stream.of(fixedValue, defaultValue)
                    .filter(value -> value.startsWith("="))
                    .map(value -> value.substring(1))
                    .findFirst();
        }
    }

    /** An option with the value that stands in the same word; null for none. */
    private record Match(Option option, String value) {}

    private final SortedMap<String, Option> options = new TreeMap<>();

    private ApiOptions() {}

    static ApiOptions read(Path table) throws IOException {
        ApiOptions read = new ApiOptions();
        for (String line : Files.readAllLines(table)) {
            Option option = Option.parse(line);
            read.options.put(option.text, option);
        }
        return read;
    }

    /**
     * The word as the builder takes it, marked with its origin; empty when it is no option of the builder.
     *
     * @param rest what follows on the command line; a value is taken from it where the option says so
     */
    Optional<String> translate(String word, Deque<String> rest, String origin) {
        if (word.startsWith("-H:") || word.startsWith("-R:")) return Optional.of(withOrigin(word, origin));
        Option exact = options.get(word);
        if (exact == null) return find(word).map(match -> translate(word, match.option, match.value, origin));
        if (!exact.takesNextWord()) return Optional.of(translate(word, exact, null, origin));
        if (rest.isEmpty()) throw new UsageException(word + " requires a value");
        return Optional.of(translate(word, exact, rest.poll(), origin));
    }

    /** The longest option that the word starts with, if a separator and a value follow it. */
    private Optional<Match> find(String word) {
        Match best = null;
        for (Option option : options.values()) {
            if (!word.startsWith(option.text)) continue;
            if (best != null && best.option.text.length() > option.text.length()) continue;
            for (char separator : option.separators.toCharArray()) {
                int length = option.text.length();
                if (separator == NO_SEPARATOR) {
                    best = new Match(option, word.substring(length));
                } else if (separator != ' ' && word.length() > length && word.charAt(length) == separator) {
                    best = new Match(option, word.substring(length + 1));
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static String translate(String word, Option option, String value, String origin) {
        if (option.isBoolean) {
            if (value != null) throw new UsageException("'" + option.text + "' takes no value: " + word);
            return "-H:" + option.sign + option.field + "@" + origin + "+api";
        }
        Optional<String> preset = option.presetValue();
        String effective = value != null
                ? value
                : preset.orElseThrow(() -> new UsageException("'" + option.text + "' requires a value"));
        if (effective.isEmpty() && preset.isEmpty()) {
            throw new UsageException("'" + option.text + "' requires a non-empty value");
        }
        return "-H:" + option.field + "@" + origin + "+api=" + transform(option, effective);
    }

    /** Does what the builder's own value transformers do, which cannot run here. */
    private static String transform(Option option, String value) {
        String transformer = option.transformer.substring(option.transformer.lastIndexOf('$') + 1);
        return switch (transformer) {
            case "" -> value;
            case "Enable" -> eachPart(value, "+", "");
            case "Disable" -> eachPart(value, "-", "");
            case "InitializationValueBuildTime" -> eachPart(value, "", ":build_time");
            case "InitializationValueRunTime" -> eachPart(value, "", ":run_time");
            default -> throw new UsageException("'" + option.text + "' is not supported by this launcher");
        };
    }

    private static String eachPart(String value, String before, String after) {
        return Stream.of(value.split(",", -1))
                .map(part -> before + part + after)
                .collect(Collectors.joining(","));
    }

    private static String withOrigin(String word, String origin) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        if (name.indexOf('@') >= 0) return word;
        return name + "@" + origin + (equals < 0 ? "" : word.substring(equals));
    }

    /** One line an option, for the help. */
    Stream<String> describe() {
        return options.values().stream().map(option -> {
            if (option.isBoolean || option.fixedValue.startsWith("=")) return option.text;
            return option.text + (option.separators.indexOf(NO_SEPARATOR) >= 0 ? "<value>" : "=<value>");
        });
    }
}
