package dev.lazymcp.config.edit;

import java.util.List;

/**
 * One list that holds the command and its arguments, as in opencode.
 *
 * @param text the whole file
 * @param command the list, not empty
 */
record JoinedLaunch(String text, Node.Items command) implements LaunchSite {
    @Override
    public List<String> argv() {
        return JsonList.words(command);
    }

    @Override
    public List<Edit> replaceFirst(int count, List<String> words) {
        return new JsonList(text, command)
                .replaceFirst(count, words.stream().map(JsonString::quote).toList());
    }
}
