package dev.lazymcp.config;

import dev.lazymcp.config.client.Expansion;
import dev.lazymcp.config.client.Interpolation;
import dev.lazymcp.config.client.Syntax;
import dev.lazymcp.config.client.Values;
import dev.lazymcp.config.client.Variables.Unset;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Variables of every client's syntax at once: which client an entry is for is not known, and none uses another's for something
 * else.
 *
 * @param values what they stand for
 */
record SyncExpansion(Values values) implements SyncVariables {
    private static final String OPENING = "${";

    @Override
    public Optional<String> expand(String text, boolean bare) {
        Set<Syntax> syntaxes = EnumSet.of(Syntax.BRACED, Syntax.DEFAULT, Syntax.ENV, Syntax.FOLDERS, Syntax.INPUT);
        if (bare) {
            syntaxes.add(Syntax.DOLLAR);
        }
        return switch (new Interpolation(syntaxes, Unset.ERROR, values).expand(text)) {
            // What is left in braces is something that only a client knows.
            case Expansion.Text expanded when !expanded.text().contains(OPENING) -> Optional.of(expanded.text());
            case Expansion.Text _, Expansion.Unset _, Expansion.ClientOnly _ -> Optional.empty();
        };
    }
}
