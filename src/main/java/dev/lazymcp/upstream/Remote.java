package dev.lazymcp.upstream;

import java.util.List;
import java.util.Optional;

/**
 * Where a server is that runs somewhere else, as a configuration says it.
 *
 * @param url its address; http, https, ws or wss; {@code env:NAME} stands for the value of the variable NAME
 * @param headers what is sent with each request
 * @param headersHelper a command for the shell whose output, a JSON object of strings, is sent as headers too
 * @param caFile a file with certificates (PEM) that are trusted besides those that are well known
 */
public record Remote(
        String url,
        Transport transport,
        List<Header> headers,
        Optional<String> headersHelper,
        Optional<String> caFile) {
    /** What stands before the name of a variable whose value is meant. */
    public static final String FROM_ENVIRONMENT = "env:";

    /** How a server is spoken to (MCP, "Transports"). */
    public enum Transport {
        /** Streamable HTTP, or HTTP+SSE where the server shows that it knows no other; WebSocket for a URL that says so. */
        AUTO,
        /** Streamable HTTP. */
        HTTP,
        /** HTTP+SSE of revision 2024-11-05. */
        SSE,
        /** WebSocket, one message a text frame. */
        WS
    }

    /**
     * A header.
     *
     * @param value as it was given: {@code env:NAME} stands for the value of the variable NAME, and so it does behind a word and
     *     a blank, as in {@code Bearer env:NAME}
     */
    public record Header(String name, String value) {
        /** The variable that the value, or the end of it, is taken from. */
        public Optional<String> variable() {
            int at = reference();
            return at < 0 ? Optional.empty() : Optional.of(value.substring(at + FROM_ENVIRONMENT.length()));
        }

        /** The value, with {@code variable} in the place of the name of one. */
        public String with(String variable) {
            int at = reference();
            return at < 0 ? value : value.substring(0, at) + variable;
        }

        // Without a regular expression: a dormant stub that knows its catalog reads this.
        private int reference() {
            int at = value.startsWith(FROM_ENVIRONMENT) ? 0 : value.indexOf(' ') + 1;
            return value.startsWith(FROM_ENVIRONMENT, at) ? at : -1;
        }

        /** Does not show the value: it may be a secret. */
        @Override
        public String toString() {
            return name + "=…";
        }
    }

    /** The variable that the address is the value of. */
    public Optional<String> urlVariable() {
        return url.startsWith(FROM_ENVIRONMENT)
                ? Optional.of(url.substring(FROM_ENVIRONMENT.length()))
                : Optional.empty();
    }

    /** The values of headers that stand in the command line. */
    public List<String> literalHeaders() {
        return headers.stream()
                .filter(header -> header.variable().isEmpty())
                .map(Header::value)
                .toList();
    }

    /** Copies the list. */
    public Remote {
        headers = List.copyOf(headers);
    }
}
