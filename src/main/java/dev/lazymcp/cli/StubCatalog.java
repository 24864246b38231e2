package dev.lazymcp.cli;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.CatalogHead;
import dev.lazymcp.catalog.CatalogStore;
import dev.lazymcp.catalog.Identity;
import dev.lazymcp.catalog.Salt;
import dev.lazymcp.catalog.SaltFile;
import dev.lazymcp.catalog.StartDirectory;
import dev.lazymcp.os.Directories;
import dev.lazymcp.shim.Catalog;
import dev.lazymcp.shim.Definition;
import dev.lazymcp.shim.StubOptions;
import dev.lazymcp.upstream.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The catalog's file of one stub's server; read when it is asked for and not before. */
final class StubCatalog implements Catalog {
    private final Definition definition;
    private final Consumer<String> log;
    private final SaltFile saltFile;
    private final CatalogStore store;
    private @Nullable Identity identity;
    private @Nullable CatalogEntry entry;
    private @Nullable CatalogHead head;

    /** What is kept in {@code directories} of the server of {@code definition}. */
    StubCatalog(Definition definition, Directories directories, Consumer<String> log) {
        this.definition = definition;
        this.log = log;
        this.saltFile = new SaltFile(directories.state(), log);
        this.store = new CatalogStore(directories.cache().resolve("catalog"), log);
    }

    @Override
    public synchronized Optional<CatalogHead> head() {
        if (entry != null) {
            return Optional.of(entry.head());
        }
        // A client that probes and then begins is answered from it twice.
        if (head == null) {
            head = identity().flatMap(store::head).orElse(null);
        }
        return Optional.ofNullable(head);
    }

    @Override
    public synchronized Optional<CatalogEntry> entry() {
        if (entry == null) {
            entry = identity().flatMap(store::read).orElse(null);
        }
        return Optional.ofNullable(entry);
    }

    @Override
    public synchronized Optional<CatalogEntry> latest() {
        entry = identity().flatMap(store::read).orElse(null);
        return Optional.ofNullable(entry);
    }

    @Override
    public void learn(CatalogEntry learned) {
        try {
            Identity own = identityWith(saltFile.readOrCreate());
            CatalogEntry merged;
            synchronized (this) {
                identity = own;
                merged = store.read(own).map(learned::withVersionsOf).orElse(learned);
                entry = merged;
            }
            store.write(own, merged);
        } catch (IOException e) {
            log.accept(definition.options().name()
                    + ": what the server said of itself could not be kept for the next start: " + e.getMessage());
        }
    }

    private Optional<Identity> identity() {
        if (identity == null) {
            identity = saltFile.read().map(this::identityWith).orElse(null);
        }
        return Optional.ofNullable(identity);
    }

    private Identity identityWith(Salt salt) {
        StubOptions options = definition.options();
        return Identity.of(
                salt,
                new Identity.Definition(
                        options.name(),
                        options.command(),
                        directory(options),
                        options.remote().map(this::address),
                        environment(options),
                        options.remote().map(this::headers).orElse(Map.of())));
    }

    private String address(Remote remote) {
        return remote.urlVariable()
                .map(name -> definition.environment().getOrDefault(name, ""))
                .orElse(remote.url());
    }

    /** The entry's variables, but for those that are the address or a header and count as such, however they are spelled. */
    private Map<String, String> environment(StubOptions options) {
        Map<String, String> environment = new HashMap<>(definition.entryEnvironment());
        options.remote().ifPresent(remote -> {
            remote.urlVariable().ifPresent(environment::remove);
            remote.headers().forEach(header -> header.variable().ifPresent(environment::remove));
        });
        return environment;
    }

    private Optional<String> directory(StubOptions options) {
        Optional<String> cwd = options.cwd();
        if (cwd.isPresent() && (cwd.get().startsWith("~") || Path.of(cwd.get()).isAbsolute())) {
            return cwd;
        }
        Path start = definition.directory();
        return cwd.isPresent()
                ? Optional.of(start.resolve(cwd.get()).toString())
                : StartDirectory.of(options.command(), start, Files::exists);
    }

    /** What tells a remote server from another one at the same address. */
    private Map<String, String> headers(Remote remote) {
        Map<String, String> headers = new HashMap<>();
        for (Remote.Header header : remote.headers()) {
            String value = header.variable()
                    .map(name -> header.with(definition.environment().getOrDefault(name, "")))
                    .orElse(header.value());
            headers.put(header.name(), value);
        }
        // Header names cannot have a colon in them.
        headers.put(":transport", remote.transport().name());
        remote.headersHelper().ifPresent(helper -> headers.put(":helper", helper));
        return headers;
    }
}
