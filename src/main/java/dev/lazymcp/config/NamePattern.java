package dev.lazymcp.config;

import java.util.Collection;

/**
 * A server's name as people write it for many at once.
 *
 * @param text a name, in which {@code *} stands for any characters and {@code ?} for one
 */
public record NamePattern(String text) {
    /** Whether {@code name} is meant where {@code all} are those that could be: a server of exactly that name is meant alone. */
    public boolean matches(String name, Collection<String> all) {
        return all.contains(text) ? name.equals(text) : matches(name);
    }

    /** Whether it may stand for several names. */
    public boolean isPattern() {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /** Whether {@code name} is meant. */
    public boolean matches(String name) {
        int pattern = 0;
        int position = 0;
        int star = -1;
        int afterStar = 0;
        while (position < name.length()) {
            char wanted = pattern < text.length() ? text.charAt(pattern) : '\0';
            if (wanted == '*') {
                star = pattern++;
                afterStar = position;
            } else if (pattern < text.length() && (wanted == '?' || wanted == name.charAt(position))) {
                pattern++;
                position++;
            } else if (star >= 0) {
                // The last star takes one more; those before it cannot do better.
                pattern = star + 1;
                position = ++afterStar;
            } else {
                return false;
            }
        }
        while (pattern < text.length() && text.charAt(pattern) == '*') {
            pattern++;
        }
        return pattern == text.length();
    }
}
