/**
 * How commands reach running stubs: one socket a stub in a directory that only its user can enter, a line of JSON each way; which
 * stubs belong to one session; which agents are active in it.
 */
@NullMarked
package dev.lazymcp.control;

import org.jspecify.annotations.NullMarked;
