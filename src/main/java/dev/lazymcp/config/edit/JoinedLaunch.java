package dev.lazymcp.config.edit;

import java.util.List;

/**
 * One list that holds the command and its arguments, as in opencode.
 *
 * @param notation of the file
 * @param command the member that holds the list
 * @param words what the list says, not empty
 */
record JoinedLaunch(Notation notation, Node.Member command, List<String> words) implements LaunchSite {
    /** Copies the list. */
    JoinedLaunch {
        words = List.copyOf(words);
    }

    @Override
    public List<String> argv() {
        return words;
    }

    @Override
    public List<Edit> replaceFirst(int count, List<String> replacement) {
        return notation.items(command, count, Word.fresh(replacement));
    }
}
