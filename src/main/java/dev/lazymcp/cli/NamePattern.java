package dev.lazymcp.cli;

/**
 * A server's name as people write it for many at once.
 *
 * @param text a name, in which {@code *} stands for any characters and {@code ?} for one
 */
record NamePattern(String text) {
    /** Whether {@code name} is meant. */
    boolean matches(String name) {
        return matches(0, name, 0);
    }

    private boolean matches(int at, String name, int from) {
        int pattern = at;
        int position = from;
        while (pattern < text.length()) {
            char wanted = text.charAt(pattern);
            if (wanted == '*') {
                for (int rest = name.length(); rest >= position; rest--) {
                    if (matches(pattern + 1, name, rest)) {
                        return true;
                    }
                }
                return false;
            }
            if (position == name.length() || (wanted != '?' && wanted != name.charAt(position))) {
                return false;
            }
            pattern++;
            position++;
        }
        return position == name.length();
    }
}
