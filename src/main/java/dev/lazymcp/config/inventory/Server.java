package dev.lazymcp.config.inventory;

/**
 * A server of a client.
 *
 * @param entry what may be told of it
 * @param full all of it
 */
public record Server(ServerEntry entry, FullEntry full) {}
