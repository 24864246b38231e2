package dev.lazymcp.cli;

import dev.lazymcp.config.SyncFile;
import dev.lazymcp.config.SyncStep;
import java.util.List;
import java.util.Optional;

/**
 * What came of one server in a sync.
 *
 * @param name the server's
 * @param session of its stub, empty where it has none
 * @param result in one word
 * @param file the file in question
 * @param message what happened, for people
 * @param state of the stub afterwards, empty where it was told nothing
 * @param tools the names of the tools that became available
 * @param millis how long it took
 * @param change the definition that was, or is to be, taken
 */
record SyncLine(
        String name,
        String session,
        Result result,
        Optional<SyncFile> file,
        String message,
        String state,
        List<String> tools,
        long millis,
        Optional<SyncStep.Redefine> change) {
    /** What can come of a server. */
    enum Result {
        /** It is as its entry says. */
        UNCHANGED,
        /** It has another definition now. */
        REDEFINED,
        /** It was taken away. */
        REMOVED,
        /** It has an entry and no stub yet. */
        ADDED,
        /** It has a stub and no entry that was read. */
        UNKNOWN,
        /** Something would be done, were this not a dry run. */
        PLANNED,
        /** A person has to say yes first. */
        WAITS,
        /** A person said no. */
        DECLINED,
        /** It could not be done. */
        FAILED
    }

    /** Copies the list. */
    SyncLine {
        tools = List.copyOf(tools);
    }

    /** A line that is all said by {@code message}. */
    static SyncLine of(LiveStub stub, Result result, Optional<SyncFile> file, String message) {
        return new SyncLine(
                stub.name(), stub.session().id(), result, file, message, "", List.of(), 0, Optional.empty());
    }

    /** The same about {@code step}, whose definition is worth to be shown. */
    SyncLine with(SyncStep.Redefine step) {
        return new SyncLine(name, session, result, file, message, state, tools, millis, Optional.of(step));
    }

    /** The same in other words. */
    SyncLine saying(String words) {
        return new SyncLine(name, session, result, file, words, state, tools, millis, change);
    }

    /** Whether a person or a program has something left to do. */
    boolean isOpen() {
        return switch (result) {
            case WAITS, DECLINED, FAILED -> true;
            case UNCHANGED, REDEFINED, REMOVED, ADDED, UNKNOWN, PLANNED -> false;
        };
    }
}
