package dev.lazymcp.config.edit;

/** What begins a comment where no string is. */
enum CommentStyle {
    /** {@code //} to the end of the line, or between {@code /*} and its counterpart. */
    SLASHES {
        @Override
        int end(String text, int at, int limit) {
            if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                return close < 0 ? limit : Math.min(limit, close + 2);
            }
            return text.startsWith("//", at) ? Math.min(limit, Layout.lineEnd(text, at)) : at;
        }
    },
    /** {@code #} to the end of the line. */
    HASH {
        @Override
        int end(String text, int at, int limit) {
            return text.charAt(at) == '#' ? Math.min(limit, Layout.lineEnd(text, at)) : at;
        }
    },
    /** {@code #} to the end of the line, if a blank or nothing stands before it; elsewhere it is part of a name. */
    HASH_AFTER_BLANK {
        @Override
        int end(String text, int at, int limit) {
            boolean begins = at == 0 || Character.isWhitespace(text.charAt(at - 1)) || text.charAt(at - 1) == '\uFEFF';
            return begins ? HASH.end(text, at, limit) : at;
        }
    };

    /** Where the comment that begins at {@code at} ends, {@code limit} at most; {@code at} if none begins there. */
    abstract int end(String text, int at, int limit);
}
