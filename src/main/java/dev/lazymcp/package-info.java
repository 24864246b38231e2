/** The program's entry: a native image starts here. */
@NullMarked
package dev.lazymcp;

import org.jspecify.annotations.NullMarked;
