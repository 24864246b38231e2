/** Many servers behind one connection of a client, each of them a whole stub. */
@NullMarked
package dev.lazymcp.hub;

import org.jspecify.annotations.NullMarked;
