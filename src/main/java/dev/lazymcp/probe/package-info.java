/** lazymcp as an MCP client: a real server is started, spoken with, and stopped in order. */
@NullMarked
package dev.lazymcp.probe;

import org.jspecify.annotations.NullMarked;
