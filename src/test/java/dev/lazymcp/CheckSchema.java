package dev.lazymcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The published schema of {@code lazymcp check --json}. */
public final class CheckSchema {
    private static final JsonSchema SCHEMA = read();

    private CheckSchema() {}

    /** Fails where {@code report} is not as the schema says. */
    public static void require(JsonNode report) {
        assertThat(SCHEMA.validate(report)).as("%s", report).isEmpty();
    }

    private static JsonSchema read() {
        try {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(Files.readString(Path.of("docs/check.schema.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
