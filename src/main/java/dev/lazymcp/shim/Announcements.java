package dev.lazymcp.shim;

import dev.lazymcp.catalog.ServerFacts;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Reply;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells the client that its lists changed, once it has finished its handshake, and knows when it has taken that in. Guarded by the
 * lock of {@link Stub}.
 */
final class Announcements {
    private static final String TOOLS = "notifications/tools/list_changed";

    private final Stub stub;
    private final Answers answers;
    private final Timers timers;
    private final Relisting relisting;
    private final Set<String> whenReady = new LinkedHashSet<>();
    private boolean ready;

    Announcements(Stub stub, Answers answers, Timers timers) {
        this.stub = stub;
        this.answers = answers;
        this.timers = timers;
        this.relisting = new Relisting(timers);
    }

    /** Whether the client finished its handshake. */
    boolean isReady() {
        return ready;
    }

    /** The client finished its handshake. */
    void ready() {
        ready = true;
        whenReady.forEach(this::tell);
        whenReady.clear();
    }

    /** The tool list changed; the answers to {@code waitingCalls} are held until the client has listed again. */
    void toolsChanged(Set<Id> waitingCalls) {
        tell(TOOLS);
        if (ready && !waitingCalls.isEmpty()) {
            releaseIn(Hold.AT_MOST, answers.hold(waitingCalls));
        }
    }

    /** A server went out of sight or came back, and what {@code facts} say that it has besides tools with it. */
    void otherListsChanged(@Nullable ServerFacts facts) {
        if (facts != null && facts.can("prompts")) {
            tell("notifications/prompts/list_changed");
        }
        if (facts != null && facts.can("resources")) {
            tell("notifications/resources/list_changed");
        }
    }

    private void tell(String list) {
        if (!ready) {
            whenReady.add(list);
            return;
        }
        answers.send(Reply.notification(list));
        if (list.equals(TOOLS)) {
            relisting.told();
        }
    }

    /** The client was sent its tool list. */
    void listed() {
        relisting.listed();
        Hold hold = answers.hold();
        if (hold != null && hold.firstList()) {
            releaseIn(Hold.AFTER_LIST, hold);
        }
    }

    /** Runs {@code task}, outside of the lock, once the client has had time to take in the list as it is. */
    void whenTakenIn(Runnable task) {
        relisting.whenFresh(task);
    }

    private void releaseIn(long millis, Hold hold) {
        timers.after(millis, () -> stub.inside(() -> answers.release(hold)));
    }
}
