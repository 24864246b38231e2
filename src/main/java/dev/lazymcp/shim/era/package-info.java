/**
 * A client of revision 2026-07-28 for a stub that talks as the earlier revisions do. Nothing here is loaded before such a client has
 * introduced itself.
 */
@NullMarked
package dev.lazymcp.shim.era;

import org.jspecify.annotations.NullMarked;
