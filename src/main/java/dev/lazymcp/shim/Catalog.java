package dev.lazymcp.shim;

import dev.lazymcp.catalog.CatalogEntry;
import dev.lazymcp.catalog.CatalogHead;
import java.util.Optional;

/** What is known of this stub's server from earlier runs, and where what this run teaches is put. */
public interface Catalog {
    /** The part that a sleeping stub shows; empty where the server was never seen. */
    Optional<CatalogHead> head();

    /** All of it; empty where the server was never seen. */
    Optional<CatalogEntry> entry();

    /** All of it as it is now: another process may have changed it since {@link #entry} was asked first. */
    Optional<CatalogEntry> latest();

    /** Keeps what the server said of itself. Failures are reported by the catalog: they cost the next start, not this session. */
    void learn(CatalogEntry entry);
}
