package dev.lazymcp.log;

/**
 * A line of a log.
 *
 * @param time when it was written, ISO 8601 in UTC
 * @param session the session of the stub that wrote it
 * @param text who speaks, and what
 */
public record LogLine(String time, String session, String text) {
    private static final int TIME = "2026-01-01T00:00:00.000Z".length();

    /** A line as it stands in a file; one without a time, of which a dying process left a part, has that of the line before it. */
    static LogLine read(String line, String session, String timeBefore) {
        boolean dated = line.length() > TIME && line.charAt(4) == '-' && line.startsWith("Z ", TIME - 1);
        return dated
                ? new LogLine(line.substring(0, TIME), session, line.substring(TIME + 1))
                : new LogLine(timeBefore, session, line);
    }
}
