/** What a stub and its server wrote, kept on disk: who writes it, where it lies and how it is read. */
@NullMarked
package dev.lazymcp.log;

import org.jspecify.annotations.NullMarked;
