package dev.lazymcp.config;

import dev.lazymcp.config.client.Values;
import java.util.Optional;

/** What the variables in an entry stand for, as far as that can be known outside of the client. */
@FunctionalInterface
public interface SyncVariables {
    /**
     * Expands the variables of {@code text}.
     *
     * @param bare whether {@code $NAME} is a variable, too, as it is to some clients
     * @return empty where one of them is not set here or only the client knows what it stands for
     */
    Optional<String> expand(String text, boolean bare);

    /** Those that {@code values} tells: {@code ${NAME}}, {@code ${NAME:-DEFAULT}}, {@code ${env:NAME}}, and folders by their names. */
    static SyncVariables of(Values values) {
        return new SyncExpansion(values);
    }
}
