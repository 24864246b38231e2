package dev.lazymcp.upstream.http;

import dev.lazymcp.os.Background;
import java.util.function.Consumer;

/**
 * What a wire has of its surroundings.
 *
 * @param lines gets lines about what is no answer to anybody
 * @param suffix tells the threads of one start from those of the next
 */
record WireLog(Consumer<String> lines, String suffix) {
    /** Writes a line. */
    void say(String line) {
        lines.accept(line);
    }

    /** Runs {@code task} on a thread of its own. */
    void fork(String name, Runnable task) {
        Background.run(name + suffix, task);
    }
}
