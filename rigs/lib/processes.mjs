/**
 * The process table, read from /proc: who descends from whom, what is left of a session, what it weighs.
 * Linux only, and says so: a rig that cannot look would have to trust.
 */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{pid: number, parent: number, started: string, command: string}} Process */

/** Environment variable by which the processes of one trial are recognised, whoever their parent is by then. */
export const MARK = 'LAZYMCP_RIG_MARK';

/**
 * All processes that can be seen now.
 * @returns {Map<number, Process>}
 */
export function processTable() {
  if (!fs.existsSync('/proc/self/stat')) throw new Error('the rigs read /proc and need Linux');
  const table = new Map();
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const process = readProcess(Number(entry));
    if (process) table.set(process.pid, process);
  }
  return table;
}

/**
 * Children, grandchildren and so on of `pid`, zombies left out: they are over and only wait to be reaped.
 * @param {number} pid
 * @returns {Process[]}
 */
export function descendants(pid, table = processTable()) {
  const found = [];
  for (const process of table.values()) if (process.parent === pid) found.push(process, ...descendants(process.pid, table));
  return found;
}

/**
 * Living processes with `MARK=mark` in their environment. Unlike ancestry this also finds orphans.
 * @param {string} mark
 * @returns {Process[]}
 */
export function marked(mark) {
  const wanted = `${MARK}=${mark}`;
  return [...processTable().values()].filter(({ pid }) => readText(`/proc/${pid}/environ`)?.split('\0').includes(wanted));
}

/**
 * Waits until no marked process is left.
 * @param {string} mark
 * @param {number} limit milliseconds
 * @returns {Promise<Process[]>} those that are still there at the limit
 */
export async function waitUntilGone(mark, limit) {
  const deadline = Date.now() + limit;
  for (;;) {
    const left = marked(mark);
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(25);
  }
}

/**
 * Resident set of a process and all its descendants, in kB.
 * @param {number} pid
 */
export function treeResidentKb(pid) {
  return [pid, ...descendants(pid).map((process) => process.pid)].reduce((sum, one) => sum + residentKb(one), 0);
}

function residentKb(pid) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1] ?? 0);
}

/** A process, or undefined if it is over. The name in `stat` may hold blanks and brackets: fields count from the last `)`. */
function readProcess(pid) {
  const stat = readText(`/proc/${pid}/stat`);
  if (!stat) return undefined;
  const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  const command = (readText(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
  return { pid, parent: Number(parent), started: rest[17], command };
}

/** Undefined where the process ended meanwhile or is somebody else's. */
function readText(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return undefined;
    throw error;
  }
}
