package dev.lazymcp.upstream.http;

import dev.lazymcp.rpc.FrameReader;

/**
 * An event of an event stream that has data.
 *
 * @param type its type, {@code message} where it has none
 * @param data its data; line ends in it are spaces
 */
record StreamEvent(String type, FrameReader.Read data) {
    /** The type of events that have none. */
    static final String MESSAGE = "message";
}
