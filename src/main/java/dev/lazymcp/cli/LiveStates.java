package dev.lazymcp.cli;

import dev.lazymcp.config.inventory.Server;
import java.util.Optional;

/** What running stubs say of themselves. */
@FunctionalInterface
interface LiveStates {
    /** Nobody runs. */
    LiveStates NONE = server -> Optional.empty();

    /** The state of the stub of {@code server}, in lower case as {@code list} prints it; empty where none runs. */
    Optional<String> of(Server server);
}
