package dev.lazymcp.config.edit;

/**
 * A header whose value a stub takes from a variable of its environment.
 *
 * @param name of the header
 * @param scheme what is sent before the variable's value: a word and a blank, or nothing
 * @param variable the name of the variable
 */
public record SentHeader(String name, String scheme, String variable) {}
