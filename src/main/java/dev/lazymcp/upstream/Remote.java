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
     * @param value as it was given: {@code env:NAME} stands for the value of the variable NAME
     */
    public record Header(String name, String value) {
        /** The variable that the value is taken from. */
        public Optional<String> variable() {
            return value.startsWith(FROM_ENVIRONMENT)
                    ? Optional.of(value.substring(FROM_ENVIRONMENT.length()))
                    : Optional.empty();
        }

        /** Does not show the value: it may be a secret. */
        @Override
        public String toString() {
            return name + "=…";
        }
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
