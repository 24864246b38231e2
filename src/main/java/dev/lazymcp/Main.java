package dev.lazymcp;

import dev.lazymcp.cli.HubProgram;
import dev.lazymcp.cli.LazymcpCommand;
import dev.lazymcp.cli.StubProgram;
import dev.lazymcp.os.NativeImage;

/** Where the program begins: the stub by the shortest way, everything else through picocli. */
public final class Main {
    private Main() {}

    /** Runs the command line {@code args}. */
    public static void main(String[] args) {
        boolean lost = NativeImage.leaveLostDirectory();
        int code = StubProgram.runIfPlain(args);
        if (code < 0) {
            code = HubProgram.runIfPlain(args);
        }
        if (code < 0) {
            NativeImage.takeSignals();
            if (lost) {
                System.err.println("lazymcp: the working directory is gone; looking from / instead");
            }
            code = LazymcpCommand.run(args);
        }
        System.exit(code);
    }
}
