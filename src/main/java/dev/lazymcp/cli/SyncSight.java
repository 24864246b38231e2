package dev.lazymcp.cli;

import dev.lazymcp.config.SyncComparison;
import dev.lazymcp.config.SyncEnvFiles;
import dev.lazymcp.config.SyncFiles;
import dev.lazymcp.config.SyncStub;
import dev.lazymcp.config.SyncVariables;
import dev.lazymcp.config.client.Values;
import java.io.File;

/**
 * What entries mean where somebody stands: which variables are set there, and which folders are open.
 *
 * @param surroundings of whoever looks
 * @param places where he stands
 */
record SyncSight(Surroundings surroundings, SyncFiles places) {
    /** The files with more variables. */
    SyncEnvFiles envFiles() {
        return new SyncEnvFiles(variables(), places.projectDirectories().getLast(), surroundings.home());
    }

    /** A comparison of entries with servers whose variables are told by {@code digest}. */
    SyncComparison comparison(SyncStub.Digest digest) {
        return new SyncComparison(
                StubWords::read, variables(), envFiles(), digest, surroundings.env(), surroundings.home());
    }

    private SyncVariables variables() {
        return SyncVariables.of(new Values(
                surroundings.env(), places.projectDirectories().getLast(), surroundings.home(), File.separator));
    }

    /** Not the environment. */
    @Override
    public String toString() {
        return "SyncSight[" + places.workingDirectory() + "]";
    }
}
