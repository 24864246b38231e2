package dev.lazymcp.rpc;

/**
 * A replacement of a range of bytes in a frame.
 *
 * @param span what is replaced; empty for an insertion
 * @param bytes what stands there afterwards
 */
public record Edit(Span span, Frame bytes) {}
