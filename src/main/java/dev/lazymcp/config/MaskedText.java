package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;
import dev.lazymcp.config.edit.Edit;
import dev.lazymcp.config.edit.Entry;
import dev.lazymcp.config.edit.Launch;
import dev.lazymcp.config.edit.Node;
import dev.lazymcp.config.edit.Span;
import dev.lazymcp.config.edit.Token;
import dev.lazymcp.os.Secrets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A config file that may be shown: line for line the same, but of its values only those that are known to be harmless. What
 * else stands in such files (accounts, histories, other programs' keys) is nobody's business, so nothing is let through
 * because it looks innocent.
 */
final class MaskedText {
    private static final Set<String> WORDS = Set.of("command", "cmd", "path", "args");
    /** What clients have beside the command and what no secret belongs into: names, limits, places. */
    private static final Set<String> HARMLESS = Set.of(
            "agents",
            "alwaysAllow",
            "approval_mode",
            "autoApprove",
            "available_tools",
            "bearer_token_env_var",
            "connectionTimeout",
            "cwd",
            "default_tools_approval_mode",
            "deferTools",
            "description",
            "disabledTools",
            "disabled_tools",
            "display_name",
            "enabled_tools",
            "envFile",
            "env_keys",
            "env_vars",
            "excludeTools",
            "includeTools",
            "initTimeout",
            "name",
            "slowConnectionThresholdMs",
            "source",
            "startup_timeout_ms",
            "startup_timeout_sec",
            "timeout",
            "tool_timeout_sec",
            "tools",
            "transport",
            "type");

    /** Maps whose values are names of variables. */
    private static final Set<String> NAMES = Set.of("env_http_headers");

    private static final Set<String> LITERALS = Set.of("true", "false", "null");

    private final Document document;
    private final Map<Span, String> shown = new HashMap<>();

    private MaskedText(Document document) {
        this.document = document;
    }

    /** {@code document} with all that is not known to be harmless masked. */
    static String of(Document document) {
        MaskedText masked = new MaskedText(document);
        document.entries().forEach(masked::show);
        return Edit.apply(document.text(), masked.edits());
    }

    private void show(Entry entry) {
        showWords(entry.value());
        entry.value().map("command").ifPresent(this::showWords);
        for (Node.Member member : entry.value().members()) {
            boolean harmless =
                    NAMES.contains(member.name()) || (HARMLESS.contains(member.name()) && isPlain(member.value()));
            for (Token token : Token.below(member.value())) {
                if (harmless) {
                    show(token, Secrets.maskedArguments(List.of(plain(token))).getFirst());
                } else if (Launch.URL_KEYS.contains(member.name())) {
                    shown.put(token.span(), quoted(token.span(), Secrets.maskedUrl(plain(token))));
                }
            }
        }
    }

    private void show(Token token, String safe) {
        boolean same = safe.equals(plain(token));
        shown.put(token.span(), same ? spelled(token.span()) : quoted(token.span(), safe));
    }

    private void showWords(Node.Members holder) {
        List<Token> tokens = new ArrayList<>();
        for (Node.Member member : holder.members()) {
            if (WORDS.contains(member.name()) && isPlain(member.value())) {
                tokens.addAll(Token.below(member.value()));
            }
        }
        List<String> safe =
                Secrets.maskedArguments(tokens.stream().map(this::plain).toList());
        for (int i = 0; i < tokens.size(); i++) {
            show(tokens.get(i), safe.get(i));
        }
    }

    // A map in a command line or a list of names is nobody's word, so nobody knows what it holds.
    private static boolean isPlain(Node value) {
        return switch (value.resolved()) {
            case Node.Members ignored -> false;
            case Node.Items list ->
                list.items().stream()
                        .map(Node::resolved)
                        .noneMatch(item -> item instanceof Node.Members || item instanceof Node.Items);
            case Node.Text ignored -> true;
            case Node.Scalar ignored -> true;
            case Node.Alias ignored -> throw new IllegalStateException("values are resolved");
        };
    }

    private List<Edit> edits() {
        List<Edit> edits = new ArrayList<>();
        for (Token token : document.root().map(Token::below).orElse(List.of())) {
            token.value()
                    .ifPresent(value ->
                            edits.add(new Edit(token.span(), shown.getOrDefault(token.span(), masked(value)))));
        }
        document.remarks().forEach(remark -> edits.add(new Edit(remark, maskedRemark(remark))));
        return edits;
    }

    private String masked(Node value) {
        return switch (value) {
            case Node.Scalar scalar when LITERALS.contains(scalar.literal()) -> spelled(scalar.span());
            case Node.Scalar ignored -> Secrets.MASK;
            case Node.Text text -> quoted(text.span(), Secrets.MASK);
            case Node.Alias ignored -> throw new IllegalArgumentException("an alias is no token");
            case Node.Items ignored -> throw new IllegalArgumentException("a list is no token");
            case Node.Members ignored -> throw new IllegalArgumentException("a map is no token");
        };
    }

    // A string may go over lines, and the masked text has as many.
    private String quoted(Span span, String shown) {
        return '"' + shown.replace("\n", "\\n") + '"' + lineBreaks(span);
    }

    private String maskedRemark(Span remark) {
        String text = spelled(remark);
        if (text.startsWith("/*")) {
            return "/* " + Secrets.MASK + lineBreaks(remark) + " */";
        }
        return (text.startsWith("//") ? "// " : "# ") + Secrets.MASK + lineBreaks(remark);
    }

    private String lineBreaks(Span span) {
        return spelled(span).replaceAll("[^\n]+", "");
    }

    private String plain(Token token) {
        return token.value()
                .flatMap(value -> value instanceof Node.Text text ? Optional.of(text.value()) : Optional.empty())
                .orElseGet(() -> spelled(token.span()));
    }

    private String spelled(Span span) {
        return span.in(document.text());
    }
}
