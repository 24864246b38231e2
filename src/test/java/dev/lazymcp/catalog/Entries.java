package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lazymcp.catalog.Identity.Definition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Catalog entries for tests. */
final class Entries {
    private Entries() {}

    static Identity identity(String name) {
        return Identity.of(
                Salt.of(new byte[Salt.LENGTH]),
                new Definition(name, List.of("cmd"), Optional.empty(), Optional.empty(), Map.of(), Map.of()));
    }

    /** A small entry, every part of which tells {@code mark}. */
    static CatalogEntry marked(String mark) throws IOException {
        byte[] object = ("{\"mark\": \"" + mark + "\"}").getBytes(UTF_8);
        return new CatalogEntry(
                Map.of("2025-11-25", mark),
                object,
                object,
                Optional.of(mark),
                List.of(Tool.parse(("{\"name\":\"" + mark + "\"}").getBytes(UTF_8))),
                List.of(object),
                List.of(object),
                List.of(object),
                mark,
                mark,
                mark.length());
    }

    /** An entry of {@code tools} tools with instructions of {@code instructions} chars. */
    static CatalogEntry sized(int tools, int instructions) throws IOException {
        List<Tool> list = new ArrayList<>();
        for (int i = 0; i < tools; i++) {
            list.add(Tool.parse(
                    ("{\"name\":\"tool_" + i + "\",\"inputSchema\":{\"type\":\"object\"}}").getBytes(UTF_8)));
        }
        return new CatalogEntry(
                Map.of("2025-11-25", "2025-11-25", "2025-06-18", "2024-11-05"),
                "{\"tools\":{\"listChanged\":true}}".getBytes(UTF_8),
                "{\"name\":\"s\",\"version\":\"1.0\"}".getBytes(UTF_8),
                instructions == 0 ? Optional.empty() : Optional.of("é".repeat(instructions)),
                list,
                List.of("{\"name\":\"p\"}".getBytes(UTF_8)),
                List.of(),
                List.of("{\"uriTemplate\":\"x:{y}\"}".getBytes(UTF_8)),
                "2026-11-30T12:00:00Z",
                "0.1.0",
                812);
    }
}
