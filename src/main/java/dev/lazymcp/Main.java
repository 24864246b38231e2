package dev.lazymcp;

import dev.lazymcp.cli.LazymcpCommand;

/** Entry point. */
public final class Main {
    private Main() {}

    /** Runs the program. */
    public static void main(String[] args) {
        System.exit(LazymcpCommand.run(args));
    }
}
