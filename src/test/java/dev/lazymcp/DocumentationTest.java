package dev.lazymcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation refers to is there. */
class DocumentationTest {
    private static final Pattern LINK = Pattern.compile("\\[[^\\]\\[]*\\]\\(([^()\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?s)^```.*?^```$|`[^`\n]*`", Pattern.MULTILINE);
    private static final Pattern HEADING = Pattern.compile("^#{1,6} (.+)$", Pattern.MULTILINE);
    private static final Pattern FENCE = Pattern.compile("(?s)^```.*?^```$", Pattern.MULTILINE);

    @Test
    void everyLinkLeadsToAFileAndEveryAnchorToAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            CODE.matcher(Files.readString(page))
                    .replaceAll("code")
                    .lines()
                    .flatMap(line -> LINK.matcher(line).results().map(link -> link.group(1)))
                    .filter(target -> !target.startsWith("https:"))
                    .filter(target -> !leadsSomewhere(page, target))
                    .forEach(target -> broken.add(page + ": " + target));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageOfTheDocumentationCanBeReachedFromItsIndex() throws IOException {
        String index = Files.readString(Path.of("docs/README.md"));
        try (Stream<Path> pages = Files.list(Path.of("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md")))
                    .allSatisfy(name -> assertThat(index).contains("(" + name));
        }
    }

    @Test
    void anchorsAreThoseThatGitHubMakes() {
        assertThat(anchors("# A `b-c [--d E…]`, f_g!\n\n```\n# no heading\n```\n## Twice\n## Twice\n## [Linked](x.md)"))
                .containsExactlyInAnyOrder("a-b-c---d-e-f_g", "twice", "twice-1", "linked");
    }

    private static boolean leadsSomewhere(Path page, String target) {
        int hash = target.indexOf('#');
        String file = URLDecoder.decode(hash < 0 ? target : target.substring(0, hash), StandardCharsets.UTF_8);
        Path to = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (!Files.exists(to)) {
            return false;
        }
        return hash < 0 || anchors(read(to)).contains(target.substring(hash + 1));
    }

    private static Set<String> anchors(String text) {
        Set<String> anchors = new TreeSet<>();
        Map<String, Integer> seen = new HashMap<>();
        HEADING.matcher(FENCE.matcher(text).replaceAll("")).results().forEach(heading -> {
            String name = heading.group(1)
                    .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-');
            int times = seen.merge(name, 1, Integer::sum);
            anchors.add(times == 1 ? name : name + "-" + (times - 1));
        });
        return anchors;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> top = Files.list(Path.of(""))) {
            top.filter(DocumentationTest::isPage).forEach(pages::add);
        }
        for (String directory : List.of("docs", "bench", "rigs", "native-config", "src/main/packaging")) {
            try (Stream<Path> below = Files.walk(Path.of(directory))) {
                below.filter(DocumentationTest::isPage)
                        .filter(page -> !page.toString().contains("node_modules"))
                        .forEach(pages::add);
            }
        }
        assertThat(pages).hasSizeGreaterThan(15);
        return pages;
    }

    private static boolean isPage(Path file) {
        return file.getFileName().toString().endsWith(".md");
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
