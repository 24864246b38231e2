package dev.lazymcp.config.doctor;

import dev.lazymcp.config.inventory.Finding;
import java.util.List;

/** Looks for one kind of fault. */
@FunctionalInterface
public interface Check {
    /** What is wrong in {@code snapshot}; nothing where all is well. */
    List<Finding> on(Snapshot snapshot);
}
