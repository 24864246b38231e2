package dev.lazymcp.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this program. */
final class Version implements IVersionProvider {
    /** As in the build file; a test holds them together. */
    static final String NUMBER = "0.1.0";

    @Override
    public String[] getVersion() {
        return new String[] {"lazymcp " + NUMBER};
    }
}
