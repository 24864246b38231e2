package dev.lazymcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document that names the tests behind its statements names tests that are there. */
class TestsInDocsTest {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z]*(?:IT|Test))\\.([A-Za-z]+)`");

    @ParameterizedTest
    @ValueSource(strings = {"faults.md", "security.md"})
    void eachOneIsThere(String document) throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(Path.of("docs", document)))
                .results()
                .toList();
        assertThat(named).isNotEmpty();
        for (MatchResult test : named) {
            assertThat(source(test.group(1))).as(test.group()).containsPattern("void " + test.group(2) + "\\(");
        }
    }

    private static String source(String name) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            Path file = files.filter(path -> path.endsWith(name + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no " + name));
            return Files.readString(file);
        }
    }
}
