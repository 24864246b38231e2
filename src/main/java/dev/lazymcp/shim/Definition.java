package dev.lazymcp.shim;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a stub stands for: the options of its command line and the environment that its server is started with. It is replaced as a
 * whole when the entry in the client's configuration changes.
 *
 * @param environment the server's whole environment; not to be changed, and not copied, since that of this process is large and each
 *     stub has it
 * @param directory where the stub was started, and its server is where the options name no other
 */
public record Definition(StubOptions options, Map<String, String> environment, Path directory) {
    /** Those variables of the environment that belong to the entry; one that is not set is empty. */
    public Map<String, String> entryEnvironment() {
        Map<String, String> own = new HashMap<>();
        for (String key : options.envKeys()) {
            own.put(key, environment.getOrDefault(key, ""));
        }
        return own;
    }

    /** The same server under other options, with {@code own} in the place of the variables that belonged to the entry. */
    public Definition with(StubOptions others, Map<String, String> own) {
        Map<String, String> next = new HashMap<>(environment);
        options.envKeys().forEach(next::remove);
        next.putAll(own);
        return new Definition(others, Map.copyOf(next), directory);
    }
}
