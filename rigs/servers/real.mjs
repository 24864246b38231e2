/** The real servers of servers.json. */
import fs from 'node:fs';
import path from 'node:path';
import { installed, RIGS } from '../lib/node.mjs';

/**
 * All of them, installed.
 * @returns {{name: string, package: string, version: string, command: string, args: string[], env: object}[]} `env` is what the entry
 *   sets, besides what any program needs
 */
export function realServers() {
  const entries = JSON.parse(fs.readFileSync(path.join(RIGS, 'servers/servers.json'), 'utf8'));
  return entries.map(({ name, package: packageName, bin, args = [], env = {} }) => {
    const manifest = installed(`servers/node_modules/${packageName}/package.json`, 'servers');
    return {
      name,
      package: packageName,
      version: JSON.parse(fs.readFileSync(manifest, 'utf8')).version,
      command: installed(`servers/node_modules/.bin/${bin}`, 'servers'),
      args,
      env,
    };
  });
}
