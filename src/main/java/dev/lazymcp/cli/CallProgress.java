package dev.lazymcp.cli;

import dev.lazymcp.os.Text;
import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Json;
import dev.lazymcp.rpc.Span;
import java.io.PrintStream;
import java.util.function.Consumer;

/** How a request goes, in one line of a terminal that the next overwrites. */
final class CallProgress implements Consumer<Frame>, AutoCloseable {
    private static final String CLEAR_LINE = "\r\u001b[K";
    private static final int LONGEST = 60;

    private final PrintStream terminal;
    private final boolean shown;
    private boolean written;

    /** Shows it on {@code terminal}, if that is one. */
    CallProgress(PrintStream terminal, boolean shown) {
        this.terminal = terminal;
        this.shown = shown;
    }

    @Override
    public synchronized void accept(Frame params) {
        if (shown) {
            written = true;
            terminal.print(CLEAR_LINE + text(params));
            terminal.flush();
        }
    }

    /** Of the params of {@code notifications/progress} (MCP "Progress"). */
    static String text(Frame params) {
        Span progress = Json.find(params, "progress");
        Span total = Json.find(params, "total");
        String message = Json.string(params, "message");
        return (progress == null ? "" : Text.oneLine(params.part(progress).toString(), 20))
                + (total == null ? "" : "/" + Text.oneLine(params.part(total).toString(), 20))
                + (message == null ? "" : " " + TerminalText.plain(Text.oneLine(message, LONGEST)));
    }

    @Override
    public synchronized void close() {
        if (written) {
            terminal.print(CLEAR_LINE);
            terminal.flush();
        }
    }
}
