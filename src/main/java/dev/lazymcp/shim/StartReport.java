package dev.lazymcp.shim;

import dev.lazymcp.os.Secrets;

/** What people and models are told of a server that would not start or was lost: what was tried, and its own last words. */
final class StartReport {
    private StartReport() {}

    /** A start that failed. */
    static String text(StubOptions options, String reason, String stderrTail) {
        StringBuilder text = new StringBuilder();
        text.append(options.required() ? "The required MCP server " : "The MCP server ")
                .append(options.name())
                .append(options.remote().isPresent() ? " could not be reached: " : " could not be started: ")
                .append(reason);
        options.remote()
                .ifPresentOrElse(
                        remote -> text.append("\nURL: ").append(Secrets.maskedUrl(remote.url())),
                        () -> text.append("\nCommand: ")
                                .append(String.join(" ", Secrets.maskedArguments(options.command()))));
        options.cwd().ifPresent(cwd -> text.append("\nWorking directory: ").append(cwd));
        return withTail(text, stderrTail);
    }

    /** A server that ran and ended by itself. */
    static String lost(String inWords, String stderrTail) {
        return withTail(new StringBuilder(inWords), stderrTail);
    }

    private static String withTail(StringBuilder text, String stderrTail) {
        if (!stderrTail.isBlank()) {
            text.append("\nIts last words on stderr:\n")
                    .append(Secrets.masked(stderrTail, System.getenv()).strip());
        }
        return text.toString();
    }
}
