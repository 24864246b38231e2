package dev.lazymcp.config.edit;

/** What the JSON library finds wrong, in words for people, in which no part of the file stands. */
final class JsonFault {
    private static final String VALUE =
            "a value is expected here: a string in double quotes, a number, true, false, null, a list or a map";

    private JsonFault() {}

    /** The library's {@code message} in other words. */
    static String of(String message) {
        if (message.startsWith("Unexpected end-of-input")) {
            return end(message);
        }
        if (message.startsWith("Unexpected close marker")) {
            return message.contains("starting at")
                    ? "this bracket closes nothing; " + opened(message) + " is open"
                    : "this bracket closes nothing";
        }
        if (message.contains("numeric value")) {
            return "this is no number as JSON writes it";
        }
        if (message.contains("start field name")) {
            return "a name in double quotes is expected here";
        }
        if (message.contains("expecting a colon")) {
            return "a colon is expected here, between a name and its value";
        }
        if (message.contains("expecting comma")) {
            return "a comma is expected here";
        }
        if (message.startsWith("Illegal unquoted character")) {
            return "a line break or a tab in a string is written with a backslash: \\n, \\t";
        }
        if (message.contains("hex-digit")) {
            return "four hexadecimal digits are expected after \\u";
        }
        if (message.startsWith("Unrecognized character escape")) {
            return "JSON has no such escape after a backslash; a backslash itself is written \\\\";
        }
        if (message.startsWith("Unrecognized token")
                || message.contains("valid value")
                || message.contains("expected a value")) {
            return VALUE;
        }
        return "this is not JSON";
    }

    private static String end(String message) {
        if (message.contains("start marker")) {
            return "the file ends, and " + opened(message) + " is not closed";
        }
        if (message.contains("string")) {
            return "the file ends within a string";
        }
        return message.contains("comment")
                ? "the file ends within a comment"
                : "the file ends, and something is still to come";
    }

    // The library says where it was opened, amid words about itself.
    private static String opened(String message) {
        String what = message.contains("Array") ? "the list" : "the map";
        String line = number(message, "line: ");
        String column = number(message, "column: ");
        return line.isEmpty() || column.isEmpty() ? what : what + " that begins at " + line + ":" + column;
    }

    private static String number(String message, String label) {
        int from = message.lastIndexOf(label);
        if (from < 0) {
            return "";
        }
        int end = from + label.length();
        while (end < message.length() && Character.isDigit(message.charAt(end))) {
            end++;
        }
        return message.substring(from + label.length(), end);
    }
}
