package dev.lazymcp.cli;

import dev.lazymcp.os.Descriptors;
import dev.lazymcp.os.Platform;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The person's browser.
 *
 * @param env the environment; {@code LAZYMCP_BROWSER} in it is a command that gets the address as its last word
 */
record Browser(Map<String, String> env, Platform platform) {
    private static final String OWN = "LAZYMCP_BROWSER";

    /**
     * The command that shows {@code address}; empty where there is no screen to show it on. It is started as it is: no shell reads
     * the address, which others wrote.
     */
    Optional<List<String>> command(URI address) {
        List<String> words =
                new ArrayList<>(Arrays.asList(env.getOrDefault(OWN, "").strip().split("\\s+", -1)));
        if (words.equals(List.of(""))) {
            words = usual();
        }
        if (words.isEmpty()) {
            return Optional.empty();
        }
        words.add(address.toASCIIString());
        return Optional.of(List.copyOf(words));
    }

    private List<String> usual() {
        boolean screen = env.containsKey("DISPLAY") || env.containsKey("WAYLAND_DISPLAY");
        return new ArrayList<>(
                switch (platform) {
                    case MACOS -> List.of("open");
                    case WINDOWS -> List.of("rundll32", "url.dll,FileProtocolHandler");
                    case LINUX, OTHER -> screen ? List.of("xdg-open") : List.of();
                });
    }

    /**
     * Shows {@code address}; whether that was begun.
     *
     * @throws IOException where its command cannot be started
     */
    boolean show(URI address) throws IOException {
        Optional<List<String>> command = command(address);
        if (command.isEmpty()) {
            return false;
        }
        ProcessBuilder builder = new ProcessBuilder(command.get());
        builder.environment().clear();
        builder.environment().putAll(env);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        Descriptors.start(builder).getOutputStream().close();
        return true;
    }
}
