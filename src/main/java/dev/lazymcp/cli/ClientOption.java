package dev.lazymcp.cli;

import dev.lazymcp.config.ClientFiles;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of {@code --client}: the identifier of a client that is known. */
final class ClientOption implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
        if (!ClientFiles.clients().contains(value)) {
            throw new TypeConversionException(
                    "no client is called " + value + "; known are " + String.join(", ", ClientFiles.clients()));
        }
        return value;
    }
}
