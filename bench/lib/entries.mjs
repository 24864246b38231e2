// The entries of a session: what a client's config names, and what each of them starts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from './native.mjs';

const MODULES = join(BENCH, 'servers/node_modules');

// As many servers and tools as in the list of real ones, so that a run without network measures a session of the same shape.
const SYNTHETIC = {
  azure: 61, 'chrome-devtools': 32, context7: 2, everything: 13, exa: 2, filesystem: 14, firecrawl: 29, github: 26, gitlab: 9,
  'google-maps': 7, kubernetes: 23, memory: 9, mongodb: 27, n8n: 7, notion: 24, playwright: 25, sentry: 9, 'sequential-thinking': 1, slack: 8,
  tavily: 5,
};

function synthetic() {
  const script = join(BENCH, 'servers/synthetic.mjs');
  return Object.entries(SYNTHETIC).map(([name, tools]) => ({
    name,
    command: [process.execPath, script, '--name', name, '--tools', String(tools)],
    env: {},
  }));
}

/** The entries of a file in the form that clients use, `{"mcpServers": {NAME: {command, args, env}}}`; `${servers}` is where the real ones are installed. */
function fromFile(path) {
  const place = (text) => text.replaceAll('${servers}', MODULES);
  const { mcpServers } = JSON.parse(readFileSync(path, 'utf8'));
  if (mcpServers === undefined) throw new Error(`${path}: no mcpServers`);
  return Object.entries(mcpServers)
    .filter(([, { command }]) => command !== undefined) // a remote server has no process to be lazy about
    .map(([name, { command, args = [], env = {} }]) => ({
      name,
      command: [command, ...args].map(place),
      env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, place(value)])),
    }));
}

export const REAL = join(BENCH, 'servers/real.json');

/** `{kind: 'real' | 'synthetic' | 'own', entries}`: the file asked for, else the real servers where they are installed. */
export function entriesOf({ servers, smoke }) {
  if (servers !== undefined) return { kind: 'own', entries: fromFile(servers) };
  if (!smoke && existsSync(MODULES)) return { kind: 'real', entries: fromFile(REAL) };
  return { kind: 'synthetic', entries: synthetic() };
}
