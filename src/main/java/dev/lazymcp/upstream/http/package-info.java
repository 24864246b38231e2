/** Servers somewhere else: Streamable HTTP, HTTP with SSE, WebSocket. Nothing here is loaded before a remote server is started. */
@NullMarked
package dev.lazymcp.upstream.http;

import org.jspecify.annotations.NullMarked;
