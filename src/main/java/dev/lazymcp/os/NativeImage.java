package dev.lazymcp.os;

import org.graalvm.nativeimage.VMRuntime;

/** What has to be done by hand where the program is a native image. */
public final class NativeImage {
    private NativeImage() {}

    /** Whether this is one. On a JVM the classes of GraalVM are not there. */
    public static boolean isRunning() {
        return "runtime".equals(System.getProperty("org.graalvm.nativeimage.imagecode"));
    }

    /**
     * Makes writes to a peer that is gone fail instead of killing the program, and has signals run shutdown hooks. An image whose
     * command line is all its own, {@code -H:-ParseRuntimeOptions}, does neither by itself. To be called before the first write to
     * a peer that may leave earlier than the program; it costs a thread, which a stub that nobody speaks to need not have. May be
     * called again.
     */
    public static void takeSignals() {
        if (isRunning()) {
            VMRuntime.initialize();
        }
    }
}
