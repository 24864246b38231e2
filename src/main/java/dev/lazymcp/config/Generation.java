package dev.lazymcp.config;

import dev.lazymcp.config.edit.Document;

/**
 * What is known of one change that lazymcp made to a file.
 *
 * @param original the file without anything of ours in it
 * @param written the file as we left it
 */
public record Generation(Document original, Document written) {}
