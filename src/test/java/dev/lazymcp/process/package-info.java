/**
 * The process suite: the program as a client meets it, started from its jar or as a native binary, with a scriptable
 * server behind it. Nothing here sees a class of the program.
 */
@NullMarked
package dev.lazymcp.process;

import org.jspecify.annotations.NullMarked;
