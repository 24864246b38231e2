package dev.lazymcp.config;

/** What sync has to do about one server. */
public sealed interface SyncStep {
    /**
     * Nothing: the stub has what its entry says.
     *
     * @param file where that entry is; the first that was read for a server that was removed before
     */
    record Unchanged(SyncStub stub, SyncFile file) implements SyncStep {}

    /**
     * Give the stub another definition.
     *
     * @param file where it stands
     */
    record Redefine(SyncStub stub, SyncFile file, SyncChange change) implements SyncStep {
        /** Whether the definition is somebody else's text that was not there when the client approved it. */
        public boolean needsTrust() {
            return file.kind() == SyncFile.Kind.PROJECT && !change.differences().isEmpty();
        }
    }

    /**
     * End the server.
     *
     * @param reason what is told to whoever calls it
     */
    record Remove(SyncStub stub, SyncFile file, String reason) implements SyncStep {}

    /**
     * The entry says something that a running stub cannot become.
     *
     * @param reason what, and what becomes of it
     */
    record Unable(SyncStub stub, SyncFile file, String reason) implements SyncStep {}

    /** None of the files has the server, and nothing says that one of them ever had. */
    record Unknown(SyncStub stub) implements SyncStep {}

    /**
     * An entry without a stub.
     *
     * @param advice what it is, and when and how it starts
     */
    record Added(String name, SyncFile file, String advice) implements SyncStep {}
}
