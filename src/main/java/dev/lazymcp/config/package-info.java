/** Client config files: where they are, what an entry says, what may be shown of it; rewrite and restore. */
@NullMarked
package dev.lazymcp.config;

import org.jspecify.annotations.NullMarked;
