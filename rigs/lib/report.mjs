/** Output of the rigs: tables for people, JSON for machines, exit codes for CI. */
import { UsageError } from './lazymcp.mjs';

/**
 * Prints rows as a table with aligned columns; numbers are set to the right.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function table(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells, pad) => cells.map((cell, i) => pad(String(cell), widths[i], cell)).join('  ').trimEnd();
  const align = (text, width, cell) => (typeof cell === 'number' ? text.padStart(width) : text.padEnd(width));
  return [line(head, align), line(widths.map((w) => '-'.repeat(w)), align), ...rows.map((row) => line(row, align))].join('\n');
}

/**
 * Runs a rig and exits: 0 if `main` gives true, 1 if it gives false or fails, 2 on a mistake in the call.
 * @param {() => Promise<boolean>} main
 */
export async function runRig(main) {
  try {
    process.exit((await main()) ? 0 : 1);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`error: ${error.message}`);
      process.exit(2);
    }
    console.error(error);
    process.exit(1);
  }
}

/**
 * Flags of a rig: `flags(argv, ['--json'])` gives a set of those present.
 * @param {string[]} argv
 * @param {string[]} known
 * @param {string} usage
 */
export function flags(argv, known, usage) {
  const strange = argv.find((argument) => !known.includes(argument));
  if (strange !== undefined) throw new UsageError(`unknown argument '${strange}'\nusage: ${usage}`);
  return new Set(argv);
}

const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`;

/** Tells on stderr what the rig is doing, with the time since its start. */
export function progress() {
  const from = Date.now();
  return (what) => console.error(`[${seconds(from)}] ${what}`);
}
