/** What is known of each MCP client: its files, its variables, its habits. Knowledge as data; nothing here reads a config file. */
@NullMarked
package dev.lazymcp.config.client;

import org.jspecify.annotations.NullMarked;
