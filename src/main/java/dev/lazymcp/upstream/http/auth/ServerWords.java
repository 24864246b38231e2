package dev.lazymcp.upstream.http.auth;

import dev.lazymcp.os.Secrets;
import dev.lazymcp.upstream.PlainText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Shows what an authorization server says. Servers repeat in their errors what they were sent: that is masked by its value, since a
 * code or a secret of anybody's making has no look to be told by.
 *
 * @param secrets what is not to be shown
 */
record ServerWords(List<String> secrets) {
    private static final int MOST = 200;
    private static final int MOST_OF_A_SCOPE = 4096;
    /** What is shorter is no secret, and a part of many words. */
    private static final int SHORTEST = 4;

    private static final Set<String> SENT =
            Set.of("code", "state", "code_verifier", "client_secret", "access_token", "refresh_token");
    private static final Set<String> GIVEN =
            Set.of("access_token", "refresh_token", "id_token", "client_secret", "registration_access_token");

    /** Those of a server that was sent nothing and says {@code document}. */
    static ServerWords of(Document document) {
        return of(Map.of()).with(document);
    }

    /** Those of one that was sent {@code pairs}, or sends them. */
    static ServerWords of(Map<String, String> pairs) {
        return new ServerWords(SENT.stream()
                .flatMap(name -> Stream.ofNullable(pairs.get(name)))
                .toList());
    }

    /** The same without the tokens and secrets in {@code document} either. */
    ServerWords with(Document document) {
        return with(GIVEN.stream().flatMap(name -> document.text(name).stream()));
    }

    /** The same without {@code more} either. */
    ServerWords with(Stream<String> more) {
        return new ServerWords(Stream.concat(secrets.stream(), more).toList());
    }

    /** An error and its description, which may be empty. */
    String reason(String error, String description) {
        return shown(error) + (description.isEmpty() ? "" : " (" + shown(description) + ")");
    }

    /** The error that {@code document} tells with its description. */
    String reason(Document document, String error) {
        return reason(error, document.text("error_description").orElse(""));
    }

    /** {@code text} for people: the beginning, without secrets and what a terminal obeys. */
    String shown(String text) {
        String masked = masked(PlainText.of(text));
        return Secrets.maskedLine(masked.length() > MOST ? masked.substring(0, MOST) + "…" : masked);
    }

    /** The words of {@code scope} that can be scopes (RFC 6749, section 3.3) and hold no secret, as many as anybody could need. */
    String scope(String scope) {
        List<String> words = new ArrayList<>();
        int length = 0;
        for (String word : Scopes.of(scope)) {
            length += word.length() + 1;
            if (length > MOST_OF_A_SCOPE) {
                break;
            }
            if (word.chars().allMatch(c -> c > ' ' && c <= '~') && masked(word).equals(word)) {
                words.add(word);
            }
        }
        return String.join(" ", words);
    }

    /** The longest go first: one may be the beginning of another. */
    private String masked(String text) {
        String masked = text;
        for (String secret : secrets.stream()
                .filter(value -> value.length() >= SHORTEST)
                .flatMap(value -> Stream.of(value, Form.encoded(value)))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList()) {
            masked = masked.replace(secret, Secrets.MASK);
        }
        return masked;
    }

    /** Shows none. */
    @Override
    public String toString() {
        return "words without " + secrets.size() + " secrets";
    }
}
