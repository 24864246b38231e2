package dev.lazymcp.config;

import java.util.Map;
import java.util.Optional;

/**
 * Variables from an environment. What was put in is not looked at again.
 *
 * @param environment names and values
 */
record SyncExpansion(Map<String, String> environment) implements SyncVariables {
    private static final String DEFAULT = ":-";
    private static final String ENVIRONMENT = "env:";

    @Override
    public Optional<String> expand(String text, boolean bare) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = text.startsWith("${", at) ? text.indexOf('}', at) + 1 : 0;
            int name = bare && end == 0 && text.charAt(at) == '$' ? nameEnd(text, at + 1) : 0;
            if (end > 0 || name > at + 1) {
                boolean braced = end > 0;
                Optional<String> value =
                        braced ? braced(text.substring(at + 2, end - 1)) : value(text.substring(at + 1, name));
                if (value.isEmpty()) {
                    return Optional.empty();
                }
                out.append(value.get());
                at = braced ? end : name;
            } else {
                out.append(text.charAt(at));
                at++;
            }
        }
        return Optional.of(out.toString());
    }

    private Optional<String> braced(String body) {
        int otherwise = body.indexOf(DEFAULT);
        if (otherwise >= 0) {
            return Optional.of(value(body.substring(0, otherwise))
                    .filter(value -> !value.isEmpty())
                    .orElse(body.substring(otherwise + DEFAULT.length())));
        }
        return value(body.startsWith(ENVIRONMENT) ? body.substring(ENVIRONMENT.length()) : body);
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    private static int nameEnd(String text, int from) {
        int at = from;
        while (at < text.length() && isNamePart(text.charAt(at), at == from)) {
            at++;
        }
        return at;
    }

    private static boolean isNamePart(char c, boolean first) {
        return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (!first && c >= '0' && c <= '9');
    }

    /** Not the values. */
    @Override
    public String toString() {
        return "SyncExpansion";
    }
}
