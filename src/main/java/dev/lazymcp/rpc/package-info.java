/** JSON-RPC 2.0 as MCP uses it, on bytes: frames, envelopes, ids, errors. */
@NullMarked
package dev.lazymcp.rpc;

import org.jspecify.annotations.NullMarked;
