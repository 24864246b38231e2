/** What is wrong with a set-up: one small check for each way in which it can be. */
@NullMarked
package dev.lazymcp.config.doctor;

import org.jspecify.annotations.NullMarked;
