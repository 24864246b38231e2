/** The real server: how it is started, spoken to and stopped. */
@NullMarked
package dev.lazymcp.upstream;

import org.jspecify.annotations.NullMarked;
