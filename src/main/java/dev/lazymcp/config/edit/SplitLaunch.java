package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command in one member and its arguments in another, in the entry or, as Zed once had it, in a map of the entry.
 *
 * @param notation of the file
 * @param command the member that holds the command, a string
 * @param args the member that holds the arguments: a list of words, null, or no member at all
 */
record SplitLaunch(Notation notation, Node.Member command, Optional<Node.Member> args) implements LaunchSite {
    static final String ARGS = "args";

    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>();
        argv.add(executable().value());
        arguments().ifPresent(list -> argv.addAll(list.words().orElseThrow()));
        return List.copyOf(argv);
    }

    @Override
    public List<Edit> replaceFirst(int count, List<String> words) {
        List<Word> changed = new ArrayList<>(Word.fresh(words));
        int consumed = Math.max(0, count - 1);
        if (count == 0) {
            changed.add(executable());
        } else if (words.isEmpty()) {
            changed.add(Word.kept(arguments().orElseThrow()).get(count - 1));
            consumed = count;
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(notation.value(command, changed.getFirst()));
        edits.addAll(argumentEdits(consumed, changed.subList(1, changed.size())));
        edits.removeIf(edit -> edit.span().in(notation.text()).equals(edit.text()));
        return List.copyOf(edits);
    }

    private List<Edit> argumentEdits(int consumed, List<Word> words) {
        if (arguments().isPresent()) {
            return notation.items(args.orElseThrow(), consumed, words);
        }
        if (words.isEmpty()) {
            return List.of();
        }
        return List.of(args.map(nothing -> notation.replace(nothing, new Composite.Listed(words)))
                .orElseGet(() -> notation.add(command, ARGS, new Composite.Listed(words))));
    }

    private Word executable() {
        if (!(command.value().resolved() instanceof Node.Text text)) {
            throw new IllegalStateException("a command that is no string");
        }
        return new Word.Kept(command.value(), text.value());
    }

    private Optional<Node.Items> arguments() {
        return args.flatMap(
                member -> member.value().resolved() instanceof Node.Items list ? Optional.of(list) : Optional.empty());
    }
}
