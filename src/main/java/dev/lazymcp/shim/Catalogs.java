package dev.lazymcp.shim;

/** Where the catalog of a server is found: another definition is another server. */
public interface Catalogs {
    /** The catalog of the server that {@code definition} starts; nothing is read yet. */
    Catalog of(Definition definition);
}
