package dev.lazymcp.config.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command in one member and its arguments in another, in the entry or, as Zed once had it, in a map of the entry.
 *
 * @param text the whole file
 * @param command the member that holds the command
 * @param executable its value
 * @param args the value of {@code args}: a list, null, or no member at all
 */
record SplitLaunch(String text, Node.Member command, Node.Text executable, Optional<Node> args) implements LaunchSite {
    @Override
    public List<String> argv() {
        List<String> argv = new ArrayList<>();
        argv.add(executable.value());
        items().ifPresent(list -> argv.addAll(JsonList.words(list)));
        return List.copyOf(argv);
    }

    @Override
    public List<Edit> replaceFirst(int count, List<String> words) {
        List<String> spelled =
                new ArrayList<>(words.stream().map(JsonString::quote).toList());
        int consumed = Math.max(0, count - 1);
        if (count == 0) {
            spelled.add(executable.span().in(text));
        } else if (words.isEmpty()) {
            spelled.add(items().orElseThrow().items().get(count - 1).span().in(text));
            consumed = count;
        }
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit(executable.span(), spelled.getFirst()));
        edits.addAll(argumentEdits(consumed, spelled.subList(1, spelled.size())));
        edits.removeIf(edit -> edit.span().in(text).equals(edit.text()));
        return List.copyOf(edits);
    }

    private List<Edit> argumentEdits(int consumed, List<String> spelled) {
        if (items().isPresent()) {
            return new JsonList(text, items().get()).replaceFirst(consumed, spelled);
        }
        if (spelled.isEmpty()) {
            return List.of();
        }
        boolean compact = Layout.isCompact(text, executable.span());
        String list = "[" + String.join(compact ? "," : ", ", spelled) + "]";
        if (args.isPresent()) {
            return List.of(new Edit(args.get().span(), list));
        }
        String lead = Layout.lineLead(text, command.key().from());
        int end = executable.span().to();
        String member = compact ? "\"args\":" : "\"args\": ";
        // On a line of its own only where that moves no comment to another member.
        boolean ownLine = !lead.isEmpty() && Layout.endsLine(text, end);
        return List.of(Edit.insert(end, (ownLine ? "," + lead : compact ? "," : ", ") + member + list));
    }

    private Optional<Node.Items> items() {
        return args.flatMap(value -> value instanceof Node.Items list ? Optional.of(list) : Optional.empty());
    }
}
