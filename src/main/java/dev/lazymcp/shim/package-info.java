/** The stub: one MCP server for the client in front of one real server. */
@NullMarked
package dev.lazymcp.shim;

import org.jspecify.annotations.NullMarked;
