package dev.lazymcp.config.client;

import dev.lazymcp.config.client.Variables.Unset;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Expands variables as one client does in one member of an entry. What looks like a variable and is none to this client stays
 * as it is, and what was put in is not looked at again.
 *
 * @param syntaxes what the client knows
 * @param unset what it makes of a variable that is not set
 * @param values what variables stand for
 */
public record Interpolation(Set<Syntax> syntaxes, Unset unset, Values values) {
    /** Copies the set. */
    public Interpolation {
        syntaxes = Set.copyOf(syntaxes);
    }

    /** Expands {@code text}. */
    public Expansion expand(String text) {
        return new Pass(text).run();
    }

    /** What stands at one place of a text: {@code length} characters that mean something. */
    private sealed interface Match {
        int length();

        /** Plain text. */
        record Known(int length, String text) implements Match {}

        /** An environment variable, with what stands in for it. */
        record Variable(int length, String name, Optional<String> otherwise) implements Match {}

        /** Beyond us. */
        record Foreign(int length, String what) implements Match {}
    }

    private boolean has(Syntax syntax) {
        return syntaxes.contains(syntax);
    }

    /** One text, from its beginning to its end. */
    private final class Pass {
        private final String text;
        private final StringBuilder out = new StringBuilder();
        private final Set<String> used = new LinkedHashSet<>();
        private final Set<String> missing = new LinkedHashSet<>();

        Pass(String text) {
            this.text = text;
        }

        Expansion run() {
            int at = 0;
            while (at < text.length()) {
                Optional<Match> found = match(at);
                if (found.isEmpty()) {
                    out.append(text.charAt(at));
                    at++;
                    continue;
                }
                Match match = found.get();
                switch (match) {
                    case Match.Known known -> out.append(known.text());
                    case Match.Foreign foreign -> {
                        return new Expansion.ClientOnly(foreign.what());
                    }
                    case Match.Variable variable -> {
                        if (!put(variable, at)) {
                            return new Expansion.Unset(variable.name());
                        }
                    }
                }
                at += match.length();
            }
            return new Expansion.Text(out.toString(), used, missing);
        }

        private boolean put(Match.Variable variable, int at) {
            used.add(variable.name());
            Optional<String> value = Optional.ofNullable(values.env().get(variable.name()));
            if (variable.otherwise().isPresent()) {
                out.append(value.filter(set -> !set.isEmpty())
                        .orElse(variable.otherwise().get()));
                return true;
            }
            if (value.isEmpty()) {
                missing.add(variable.name());
            }
            switch (unset) {
                case ERROR -> value.ifPresent(out::append);
                case EMPTY -> out.append(value.orElse(""));
                case LITERAL -> out.append(value.orElse(text.substring(at, at + variable.length())));
            }
            return value.isPresent() || unset != Unset.ERROR;
        }

        private Optional<Match> match(int at) {
            return switch (text.charAt(at)) {
                case '$' -> dollar(at);
                case '{' -> brace(at);
                case '~' -> tilde(at);
                default -> Optional.empty();
            };
        }

        private Optional<Match> tilde(int at) {
            boolean alone = text.length() == 1 || text.startsWith("~/") || text.startsWith("~\\");
            return has(Syntax.TILDE) && at == 0 && alone
                    ? Optional.of(new Match.Known(1, values.home().toString()))
                    : Optional.empty();
        }

        private Optional<Match> brace(int at) {
            int end = text.indexOf('}', at);
            if (end < 0) {
                return Optional.empty();
            }
            String body = text.substring(at + 1, end);
            int length = end + 1 - at;
            if (has(Syntax.BRACE_ENV) && body.startsWith("env:")) {
                return Optional.of(new Match.Variable(length, body.substring(4), Optional.empty()));
            }
            return has(Syntax.BRACE_FILE) && body.startsWith("file:")
                    ? Optional.of(new Match.Foreign(length, "the content of the file " + body.substring(5)))
                    : Optional.empty();
        }

        private Optional<Match> dollar(int at) {
            if (text.startsWith("${{", at) && has(Syntax.SECRET)) {
                int end = text.indexOf("}}", at);
                return end < 0
                        ? Optional.empty()
                        : Optional.of(new Match.Foreign(
                                end + 2 - at,
                                "the secret " + text.substring(at + 3, end).strip()));
            }
            if (text.startsWith("${", at)) {
                int end = text.indexOf('}', at);
                return end < 0 ? Optional.empty() : braced(text.substring(at + 2, end), end + 1 - at);
            }
            if (text.startsWith("$(", at) && has(Syntax.COMMAND)) {
                return Optional.of(new Match.Foreign(text.length() - at, "the output of a command"));
            }
            int end = at + 1;
            while (end < text.length() && isNamePart(text.charAt(end), end == at + 1)) {
                end++;
            }
            return has(Syntax.DOLLAR) && end > at + 1
                    ? Optional.of(new Match.Variable(end - at, text.substring(at + 1, end), Optional.empty()))
                    : Optional.empty();
        }

        private Optional<Match> braced(String body, int length) {
            if (has(Syntax.ENV) && body.startsWith("env:")) {
                return Optional.of(new Match.Variable(length, body.substring(4), Optional.empty()));
            }
            if (has(Syntax.INPUT)
                    && (body.startsWith("input:") || body.startsWith("command:") || body.startsWith("config:"))) {
                return Optional.of(new Match.Foreign(length, "the " + body.replace(':', ' ')));
            }
            Optional<String> folder = has(Syntax.FOLDERS) ? values.folder(body) : Optional.empty();
            if (folder.isPresent()) {
                return Optional.of(new Match.Known(length, folder.get()));
            }
            int dash = has(Syntax.DEFAULT) ? body.indexOf(":-") : -1;
            String name = dash < 0 ? body : body.substring(0, dash);
            boolean wanted = dash >= 0 || has(Syntax.BRACED);
            return wanted && isName(name)
                    ? Optional.of(new Match.Variable(
                            length, name, dash < 0 ? Optional.empty() : Optional.of(body.substring(dash + 2))))
                    : Optional.empty();
        }

        private static boolean isName(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (!isNamePart(text.charAt(i), i == 0)) {
                    return false;
                }
            }
            return !text.isEmpty();
        }

        private static boolean isNamePart(char c, boolean first) {
            return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (!first && c >= '0' && c <= '9');
        }
    }

    /** Not the values. */
    @Override
    public String toString() {
        return "Interpolation" + syntaxes;
    }
}
