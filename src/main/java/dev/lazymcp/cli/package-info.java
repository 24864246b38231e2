/** The command line: one picocli class a command; the only package that prints and exits. */
@NullMarked
package dev.lazymcp.cli;

import org.jspecify.annotations.NullMarked;
