/** Signing in to remote servers by OAuth 2.1 (MCP, "Authorization"): what is asked of whom, what is believed, and where tokens are kept. */
@NullMarked
package dev.lazymcp.upstream.http.auth;

import org.jspecify.annotations.NullMarked;
