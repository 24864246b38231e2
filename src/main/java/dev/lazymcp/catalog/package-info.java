/** What is known of a server without running it. */
@NullMarked
package dev.lazymcp.catalog;

import org.jspecify.annotations.NullMarked;
