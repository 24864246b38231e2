/** The machine underneath: directories, atomic files, clock, processes' own facts. */
@NullMarked
package dev.lazymcp.os;

import org.jspecify.annotations.NullMarked;
