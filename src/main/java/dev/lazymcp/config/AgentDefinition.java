package dev.lazymcp.config;

import java.nio.file.Path;

/**
 * An agent that a file defines.
 *
 * @param name what its frontmatter calls it; the identifier where it does not say
 * @param id the file's name without {@code .agent.md} or {@code .md}
 */
public record AgentDefinition(String name, String id, Path file, Scope scope) {
    /** Where an agent can be used. */
    public enum Scope {
        /** In one project. */
        PROJECT,
        /** In every project of one person. */
        USER
    }

    /** Whether {@code agent} is this one's name or identifier; upper and lower case differ. */
    public boolean isCalled(String agent) {
        return name.equals(agent) || id.equals(agent);
    }
}
