package dev.lazymcp.probe;

import dev.lazymcp.rpc.Frame;
import dev.lazymcp.rpc.Id;
import dev.lazymcp.rpc.Message.Response;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A request of ours that is to be answered.
 *
 * @param id also its progress token
 * @param answer fails with a {@link ProbeException} only, or is cancelled
 * @param progress gets the params of notifications about it
 */
record Expected(Id.Text id, CompletableFuture<Response> answer, Consumer<Frame> progress) {}
