/** All servers of all clients, as they come together from the scopes; what may be told of them, and what is wrong with them. */
@NullMarked
package dev.lazymcp.config.inventory;

import org.jspecify.annotations.NullMarked;
