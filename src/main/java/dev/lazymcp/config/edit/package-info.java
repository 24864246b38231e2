/** Config files as text with spans: read without losing a character, changed only where an edit says so. */
@NullMarked
package dev.lazymcp.config.edit;

import org.jspecify.annotations.NullMarked;
