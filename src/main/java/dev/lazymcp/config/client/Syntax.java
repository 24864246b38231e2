package dev.lazymcp.config.client;

/** A way to write a variable. */
public enum Syntax {
    /** <code>${VAR}</code>. */
    BRACED,
    /** <code>${VAR:-default}</code>; the default counts where the variable is not set or empty. */
    DEFAULT,
    /** {@code $VAR}. */
    DOLLAR,
    /** <code>${env:VAR}</code>. */
    ENV,
    /** <code>{env:VAR}</code>. */
    BRACE_ENV,
    /** <code>{file:PATH}</code>: the content of a file, which is read by the client alone. */
    BRACE_FILE,
    /** <code>${workspaceFolder}</code>, <code>${workspaceFolderBasename}</code>, <code>${userHome}</code>, <code>${pathSeparator}</code>, <code>${/}</code>. */
    FOLDERS,
    /** <code>${input:ID}</code>: asked of the person by the client. */
    INPUT,
    /** <code>${{ secrets.NAME }}</code>: kept by the client. */
    SECRET,
    /** <code>$(command)</code>: run by the client. */
    COMMAND,
    /** {@code ~} at the beginning. */
    TILDE
}
