/** The stub under test: where it is, how it is called, and homes for it that the rigs may throw away. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StdioClient } from './stdio-client.mjs';

/**
 * Absolute path of the lazymcp executable, from the environment variable LAZYMCP.
 * @returns {string}
 */
export function lazymcpExecutable(env = process.env) {
  if (!env.LAZYMCP) {
    throw new UsageError('LAZYMCP is not set: give the path of the lazymcp executable, e.g. LAZYMCP=target/lazymcp');
  }
  const executable = path.resolve(env.LAZYMCP);
  try {
    fs.accessSync(executable, fs.constants.X_OK);
  } catch {
    throw new UsageError(`LAZYMCP=${env.LAZYMCP} is not an executable file: build it, or correct the path`);
  }
  return executable;
}

/** A mistake of the person who calls a rig; reported without a stack trace. */
export class UsageError extends Error {}

/**
 * The arguments of `lazymcp` that put the stub `name` before a server.
 * @param {{name: string, expose?: string, options?: string[], command: string, args?: string[]}} entry
 * @returns {string[]}
 */
export function wrapArgs({ name, expose = 'tiny', options = [], command, args = [] }) {
  return ['wrap', '--name', name, '--expose', expose, ...options, '--', command, ...args];
}

/**
 * The tool that the stub of `name` shows. The rigs' names are short and plain, so that no rule of shortening applies.
 * @param {string} name
 */
export function stubTool(name) {
  if (!/^[a-z0-9]{1,20}$/.test(name)) throw new Error(`'${name}' is no plain name for a rig's stub`);
  return `use_${name}`;
}

let temporary;

/**
 * A fresh directory, removed when the rig exits.
 * @param {string} label
 */
export function temporaryDirectory(label) {
  if (temporary === undefined) {
    temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'lazymcp-rig-'));
    process.once('exit', () => fs.rmSync(temporary, { recursive: true, force: true }));
  }
  return fs.mkdtempSync(path.join(temporary, `${label}-`));
}

/**
 * Lets a stub learn its server: one session that activates it.
 * @param {{executable: string, name: string, command: string, args?: string[], env: NodeJS.ProcessEnv}} entry
 *   with LAZYMCP_HOME in `env`
 */
export async function warmUp({ executable, name, command, args, env }) {
  const client = new StdioClient(executable, wrapArgs({ name, command, args }), { env });
  try {
    await client.initialize();
    const result = await client.request('tools/call', { name: stubTool(name), arguments: {} });
    if (result.isError) throw new Error(`the stub cannot start ${name}: ${JSON.stringify(result.content)}`);
  } finally {
    await client.close();
  }
}
