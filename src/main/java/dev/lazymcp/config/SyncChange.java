package dev.lazymcp.config;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A definition that a stub is to have.
 *
 * @param options the stub's
 * @param command the server's, variables expanded
 * @param spelled the same as it stands in the file
 * @param environment the variables that belong to the entry, with their values
 * @param kept names of variables whose values only the client knows; they stay what they are
 * @param differences what is other than before, in what people call it, with the names of variables
 */
public record SyncChange(
        SyncOptions options,
        List<String> command,
        List<String> spelled,
        Map<String, String> environment,
        Set<String> kept,
        Differences differences) {
    /** Copies the collections. */
    public SyncChange {
        command = List.copyOf(command);
        spelled = List.copyOf(spelled);
        environment = Map.copyOf(environment);
        kept = Set.copyOf(kept);
    }

    /**
     * What differs between two definitions.
     *
     * @param command whether the command line does
     * @param options whether the options of the stub do
     * @param directory whether the working directory does
     * @param variables the names of those that do, each with how
     */
    public record Differences(
            boolean command, boolean options, boolean directory, SequencedMap<String, How> variables) {
        /** How a variable differs. */
        public enum How {
            /** It was not there. */
            ADDED,
            /** It is not there any more. */
            REMOVED,
            /** It has another value. */
            CHANGED
        }

        /** Whether there is none. */
        public boolean isEmpty() {
            return !command && !options && !directory && variables.isEmpty();
        }
    }

    /** Not the values of the environment. */
    @Override
    public String toString() {
        return "SyncChange[" + differences + "]";
    }
}
