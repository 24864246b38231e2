/** The Node.js that the tools under test need, which may be newer than the one that runs the rigs. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from './lazymcp.mjs';

export const RIGS = fileURLToPath(new URL('..', import.meta.url));
const NEEDED = 22;

/**
 * A Node.js of at least version 22: this one, or that which setup.sh installed beside the rigs.
 * @returns {string} path of the executable
 */
export function modernNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  const local = path.join(RIGS, 'node/node_modules/node/bin/node');
  if (fs.existsSync(local)) return local;
  throw new UsageError(`Node.js ${NEEDED} or newer is needed, this is ${process.version}: run rigs/setup.sh`);
}

/**
 * The environment with that Node.js first in PATH, for commands that start `node` themselves.
 * @param {NodeJS.ProcessEnv} env
 */
export function withModernNode(env) {
  return { ...env, PATH: `${path.dirname(modernNode())}${path.delimiter}${env.PATH}` };
}

/**
 * A file that setup.sh installs.
 * @param {string} relative path below rigs/
 * @param {string} part the argument of setup.sh that brings it
 */
export function installed(relative, part) {
  const file = path.join(RIGS, relative);
  if (!fs.existsSync(file)) throw new UsageError(`${relative} is missing: run rigs/setup.sh ${part}`);
  return file;
}
