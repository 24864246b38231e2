package dev.lazymcp.config;

import java.util.List;
import java.util.Locale;

/**
 * What sync must know of the client whose stub it speaks to. Of a client that is not known it takes what most do.
 *
 * @param name what the client calls itself in {@code initialize}, or empty
 */
public record SyncClient(String name) {
    private static final String CLAUDE_CODE = "claude-code";
    private static final String COPILOT = "copilot";

    /** Those that have files of their own and read neither a project's {@code .mcp.json} nor Copilot's. */
    private static final List<String> WITH_OTHER_FILES = List.of(
            "claude-ai",
            "codex",
            "gemini",
            "cursor",
            "windsurf",
            "zed",
            "cline",
            "roo",
            "goose",
            "opencode",
            "kiro",
            "crush",
            "junie",
            "continue");

    /** Whether the client looks for its servers in {@code file}. One that a person named counts in any case. */
    public boolean reads(SyncFile file) {
        return file.named() || reads(file.kind());
    }

    /** Whether the client looks for its servers in files of {@code kind} that have their usual names. */
    public boolean reads(SyncFile.Kind kind) {
        return switch (kind) {
            case PROJECT -> !hasOtherFiles();
            case USER -> !hasOtherFiles() && !is(CLAUDE_CODE);
            case PLUGIN -> is(CLAUDE_CODE);
        };
    }

    private boolean hasOtherFiles() {
        return WITH_OTHER_FILES.stream().anyMatch(this::is);
    }

    /** Whether {@code $NAME} without braces is a variable to it in the values of {@code env}. */
    boolean expandsBare() {
        return !is(CLAUDE_CODE);
    }

    /** Whether it expands variables in a command line. */
    boolean expandsArguments() {
        return !name.toLowerCase(Locale.ROOT).contains(COPILOT);
    }

    /** Whether it takes variables from the file that an entry names as {@code envFile}. */
    boolean readsEnvFiles() {
        return is("visual studio code") || is("cursor");
    }

    /** Whether it starts a server in the directory that its entry names as {@code cwd}. */
    boolean heedsDirectory() {
        return !is(CLAUDE_CODE);
    }

    private boolean is(String start) {
        return name.toLowerCase(Locale.ROOT).startsWith(start);
    }
}
