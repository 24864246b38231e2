package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;

/**
 * A change of one file that is ready to be made.
 *
 * @param file the file as it is
 * @param plan what is to be done to it
 * @param after its text afterwards
 */
public record Change(ConfigFile file, Plan plan, String after) {
    /** Whether there is anything to do. */
    public boolean isEmpty() {
        return after.equals(plan.before().text());
    }

    /** The change as a unified diff in which no secret of the file can be read. */
    public String diff() throws ConfigException {
        Document changed = ConfigFile.parse(file.path(), plan.after());
        return UnifiedDiff.of(
                file.path().toString(),
                plan.before().text(),
                plan.edits(),
                MaskedText.of(plan.before()),
                MaskedText.of(changed));
    }
}
