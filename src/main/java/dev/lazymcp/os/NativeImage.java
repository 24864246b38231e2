package dev.lazymcp.os;

import org.graalvm.nativeimage.Platform;
import org.graalvm.nativeimage.VMRuntime;
import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.nativeimage.c.type.CCharPointer;
import org.graalvm.nativeimage.c.type.CTypeConversion;

/** What has to be done by hand where the program is a native image. */
public final class NativeImage {
    private static boolean signalsAsked;

    private NativeImage() {}

    /** Whether this is one. On a JVM the classes of GraalVM are not there. */
    public static boolean isRunning() {
        return "runtime".equals(System.getProperty("org.graalvm.nativeimage.imagecode"));
    }

    /**
     * Goes to the root directory if the working directory was deleted: the runtime of an image opens no file at all without one, and
     * a client that was started there still wants its servers.
     *
     * @return whether it was, and we did
     */
    public static boolean leaveLostDirectory() {
        if (!isRunning() || Platform.includedIn(Platform.WINDOWS.class)) {
            return false;
        }
        try {
            System.getProperty("user.dir");
            return false;
        } catch (Error | RuntimeException lost) {
            return WorkingDirectory.change("/");
        }
    }

    /** Apart from the rest, since a JVM has none of the types in it. */
    private static final class WorkingDirectory {
        static boolean change(String to) {
            try (CTypeConversion.CCharPointerHolder path = CTypeConversion.toCString(to)) {
                return chdir(path.get()) == 0;
            }
        }

        @CFunction("chdir")
        private static native int chdir(CCharPointer path);
    }

    /**
     * Makes writes to a peer that is gone fail instead of killing the program, and has signals run shutdown hooks. An image whose
     * command line is all its own, {@code -H:-ParseRuntimeOptions}, does neither by itself. To be called before the first write to
     * a peer that may leave earlier than the program; it costs a thread, which a stub that nobody speaks to need not have. May be
     * called again, and by several threads: the run-time system itself ends the program when two initialise it at once, or when it is
     * to be initialised again after that failed.
     */
    public static synchronized void takeSignals() {
        if (signalsAsked || !isRunning()) {
            return;
        }
        signalsAsked = true;
        try {
            VMRuntime.initialize();
        } catch (OutOfMemoryError noThread) {
            // Signals and lost peers end the program as they end any other, which is no reason to end it now.
        }
    }
}
