// What is measured: a stub's command line, and homes of its own so that no run touches, or is touched by, a user's catalog.
import { accessSync, chmodSync, constants, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';

const ELF = '\x7fELF';

/** Pages of a file that others run too are shared with them, and would flatter a PSS: a binary is measured as a copy. */
function ownCopy(binary, directory) {
  accessSync(binary, constants.X_OK);
  if (readFileSync(binary, { encoding: 'latin1', flag: 'r' }).slice(0, 4) !== ELF) return binary;
  const copy = join(directory, basename(binary));
  copyFileSync(binary, copy);
  chmodSync(copy, 0o755);
  return copy;
}

/** The environment of a user with an empty home. Short paths, as a Unix socket's must fit in 104 bytes. */
function home(directory) {
  const variables = { HOME: '', XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache', XDG_DATA_HOME: 'data', XDG_STATE_HOME: 'state', XDG_RUNTIME_DIR: 'run' };
  const env = Object.fromEntries(Object.entries(variables).map(([name, part]) => [name, join(directory, part)]));
  for (const path of Object.values(env)) mkdirSync(path, { recursive: true, mode: 0o700 });
  return env;
}

/** A temporary directory that is gone when the process is. */
export function workspace() {
  const directory = mkdtempSync(join(tmpdir(), 'lzb-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * A subject `{label, proxies, bytes, cold, warm, wrap(entry), reach(entry)}`: `wrap` and `reach` give the command lines of an entry with
 * a command and of one with a URL, `cold` and `warm` the environments with an empty and a filled catalog.
 */
export function subject(label, { binary, command }, directory) {
  const own = join(directory, label);
  mkdirSync(own, { mode: 0o700 });
  const words = command === undefined ? [ownCopy(binary, own), 'wrap'] : command.split(/\s+/);
  return {
    label,
    proxies: binary !== undefined, // a stand-in may be a stub only
    bytes: binary === undefined ? null : statSync(binary).size,
    cold: home(join(own, 'c')),
    warm: home(join(own, 'w')),
    // Exposed in full, so that the first call's answer waits for no list.
    reach: ({ name, url }) => [...words, '--name', name, '--expose', 'full', '--url', url],
    wrap: ({ name, command: server }) => [...words, '--name', name, '--', ...server],
  };
}
