package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.http.auth.GrantFiles;
import dev.lazymcp.upstream.http.auth.GrantStore;
import java.nio.file.Path;

/**
 * Where tokens of people who signed in to a server are, and how they do that.
 *
 * @param store where tokens are kept
 * @param login the command that signs in, to be told to people
 */
public record Account(GrantStore store, String login) {
    /** That of the server {@code name}, kept below lazymcp's directory {@code state}; no file is touched. */
    public static Account of(String name, Path state) {
        return new Account(GrantFiles.in(state), "lazymcp login " + quoted(name));
    }

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        boolean plain = !word.isEmpty()
                && word.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || "._@/:-".indexOf(c) >= 0);
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
