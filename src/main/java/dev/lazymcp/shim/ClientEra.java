package dev.lazymcp.shim;

import dev.lazymcp.shim.era.ModernClient;

/** Which revisions of MCP the client speaks; decided by how it opens, and then for the life of the process. */
sealed interface ClientEra {
    /** It has said nothing yet that only one era has. */
    record Open() implements ClientEra {}

    /** It began with {@code initialize}. */
    record Legacy() implements ClientEra {}

    /** Its requests say for themselves what others say in {@code initialize}. */
    record Modern(ModernClient client) implements ClientEra {}
}
