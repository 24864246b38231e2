package dev.lazymcp.config.inventory;

/**
 * Something that is not as it should be, told to a person. Holds names and places, never values.
 *
 * @param severity how bad
 * @param check which check found it; a stable word for programs
 * @param where the file with line and column, the server, or the directory
 * @param what what is wrong, a sentence
 * @param remedy what to do about it, a sentence
 */
public record Finding(Severity severity, String check, String where, String what, String remedy) {
    /** How bad a finding is. */
    public enum Severity {
        /** Something does not work. */
        ERROR,
        /** Something works other than it looks. */
        WARNING,
        /** Good to know. */
        INFO
    }
}
