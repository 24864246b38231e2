package dev.lazymcp.config;

import java.util.Map;
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

    /** {@code ${NAME}}, {@code ${NAME:-DEFAULT}} and {@code ${env:NAME}} from {@code environment}. */
    static SyncVariables of(Map<String, String> environment) {
        return new SyncExpansion(environment);
    }
}
