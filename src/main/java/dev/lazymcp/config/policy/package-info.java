/** What administrators allow of the clients' servers, and what a rewrite changes about it. */
@NullMarked
package dev.lazymcp.config.policy;

import org.jspecify.annotations.NullMarked;
