package dev.lazymcp.cli;

import java.io.Console;
import java.util.Locale;
import java.util.Optional;

/** Asks the person at the terminal. */
@FunctionalInterface
interface ConfirmPrompt {
    /** Whether the person said yes to {@code question}; silence and the end of the input are a no. */
    boolean confirm(String question);

    /** Asks on {@code console}. */
    static ConfirmPrompt on(Console console) {
        return question -> Optional.ofNullable(console.readLine("%s [y/N] ", question))
                .map(answer -> answer.strip().toLowerCase(Locale.ROOT))
                .filter(answer -> answer.equals("y") || answer.equals("yes"))
                .isPresent();
    }
}
