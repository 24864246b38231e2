package dev.lazymcp.config.edit;

import java.util.List;

/** Where an entry says what to start, whatever way its client spells that. */
public sealed interface LaunchSite permits SplitLaunch, JoinedLaunch {
    /** The command and its arguments; a number or boolean counts as it is spelled. */
    List<String> argv();

    /**
     * The edits after which {@code words} stand in the place of the first {@code count} words of the argv. The other words and
     * everything around them, comments included, keep their bytes. Taking out what was put in gives the text as it was.
     */
    List<Edit> replaceFirst(int count, List<String> words);
}
