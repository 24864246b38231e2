package dev.lazymcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lazymcp.catalog.Identity.Definition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
    private static final Salt SALT = Salt.of(new byte[Salt.LENGTH]);
    private static final Optional<String> NONE = Optional.empty();

    @Test
    void definitionsThatDifferAnywhereHaveDifferentIdentities() {
        List<Definition> definitions = List.of(
                local("a", List.of("npx", "-y", "x"), NONE, Map.of()),
                local("b", List.of("npx", "-y", "x"), NONE, Map.of()),
                local("a", List.of("npx", "-yx"), NONE, Map.of()),
                local("a", List.of("npx", "-y x"), NONE, Map.of()),
                local("a", List.of("npx", "x", "-y"), NONE, Map.of()),
                local("a", List.of("npx", "-y", "x", ""), NONE, Map.of()),
                local("a", List.of("npx-y", "x"), NONE, Map.of()),
                local("anpx", List.of("-y", "x"), NONE, Map.of()),
                local("a", List.of("npx", "-y", "x"), Optional.of(""), Map.of()),
                local("a", List.of("npx", "-y", "x"), Optional.of("/"), Map.of()),
                local("a", List.of("npx", "-y", "x"), NONE, Map.of("", "")),
                local("a", List.of("npx", "-y", "x"), NONE, Map.of("K", "v")),
                local("a", List.of("npx", "-y", "x"), NONE, Map.of("k", "v")),
                local("a", List.of("npx", "-y", "x"), NONE, Map.of("K", "w")),
                local("a", List.of("npx", "-y", "x"), NONE, Map.of("Kv", "")),
                local("a", List.of("npx", "-y", "x"), NONE, Map.of("", "Kv")),
                local("a", List.of("npx", "-y", "x", "K", "v"), NONE, Map.of()),
                local("a", List.of("npx", "-y", "\ud800"), NONE, Map.of()),
                local("a", List.of("npx", "-y", "\ud801"), NONE, Map.of()),
                local("a", List.of("npx", "-y", "?"), NONE, Map.of()),
                remote("https://x/", Map.of()),
                remote("https://x/", Map.of("K", "v")),
                remote("https://y/", Map.of()));
        assertThat(definitions.stream()
                        .map(definition -> Identity.of(SALT, definition).fileName()))
                .doesNotHaveDuplicates();
    }

    @Test
    void headersAndEnvironmentAreNotConfused() {
        Definition env = new Definition("a", List.of(), NONE, NONE, Map.of("k", "v"), Map.of());
        Definition header = new Definition("a", List.of(), NONE, NONE, Map.of(), Map.of("k", "v"));
        assertThat(Identity.of(SALT, env)).isNotEqualTo(Identity.of(SALT, header));
    }

    @Test
    void theOrderOfTheEnvironmentDoesNotCount() {
        Map<String, String> ascending = new LinkedHashMap<>();
        Map<String, String> descending = new LinkedHashMap<>();
        for (int i = 0; i < 50; i++) {
            ascending.put("K" + i, "v" + i);
            descending.put("K" + (49 - i), "v" + (49 - i));
        }
        Identity identity = Identity.of(SALT, local("a", List.of("x"), NONE, ascending));
        assertThat(Identity.of(SALT, local("a", List.of("x"), NONE, descending)))
                .isEqualTo(identity);
        assertThat(Identity.of(SALT, local("a", List.of("x"), NONE, new HashMap<>(ascending))))
                .isEqualTo(identity);
    }

    @Test
    void theCaseOfHeaderNamesDoesNotCount() {
        assertThat(Identity.of(SALT, remote("https://x/", Map.of("X-Api-KEY", "V"))))
                .isEqualTo(Identity.of(SALT, remote("https://x/", Map.of("x-api-key", "V"))))
                .isNotEqualTo(Identity.of(SALT, remote("https://x/", Map.of("x-api-key", "v"))));
    }

    @Test
    void anotherSaltGivesAnotherIdentity() {
        byte[] other = new byte[Salt.LENGTH];
        other[31] = 1;
        Definition definition = local("a", List.of("x"), NONE, Map.of());
        assertThat(Identity.of(Salt.of(other), definition)).isNotEqualTo(Identity.of(SALT, definition));
    }

    /** Files outlive versions: an encoding that changes by accident would make every catalog cold. */
    @Test
    void theEncodingStaysWhatItWas() {
        Definition definition = new Definition(
                "files",
                List.of("npx", "é"),
                Optional.of("/w"),
                Optional.of("u"),
                Map.of("B", "2", "A", "1"),
                Map.of("H", "x"));
        assertThat(Identity.of(SALT, definition).fileName())
                .isEqualTo("521a4760c2dc03b32976d273b919a9e85c43c2c87261156dfb3d22fb1c234b05.json");
    }

    @Test
    void nothingThatIsPrintedShowsAValue() {
        Definition definition = new Definition(
                "a",
                List.of("cmd", "secret1"),
                NONE,
                Optional.of("https://secret2"),
                Map.of("K", "secret3"),
                Map.of("H", "secret4"));
        assertThat(definition.toString() + Identity.of(SALT, definition) + SALT).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".json",
                "../x.json",
                "0123456789abcdef.json",
                "A123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.json",
                "/123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.json",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.JSON",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0.json"
            })
    void aNameThatIsNoHashIsRefused(String name) {
        assertThatThrownBy(() -> new Identity(name)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Definition local(String name, List<String> command, Optional<String> cwd, Map<String, String> env) {
        return new Definition(name, command, cwd, NONE, env, Map.of());
    }

    private static Definition remote(String url, Map<String, String> headers) {
        return new Definition("a", List.of(), NONE, Optional.of(url), Map.of(), headers);
    }
}
