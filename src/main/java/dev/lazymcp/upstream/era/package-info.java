/**
 * Servers of each era of MCP behind one face: that of the revisions which begin with {@code initialize}. Whoever talks to a server
 * need not know that it speaks revision 2026-07-28 alone.
 */
@NullMarked
package dev.lazymcp.upstream.era;

import org.jspecify.annotations.NullMarked;
