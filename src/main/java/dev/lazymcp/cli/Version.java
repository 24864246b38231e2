package dev.lazymcp.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. The first line is for programs as well. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return lines(Build.THIS);
    }

    static String[] lines(Build build) {
        return new String[] {
            "lazymcp " + build.version(),
            "commit  " + build.commit(),
            "target  " + build.target(),
            "builder " + build.builder()
        };
    }
}
