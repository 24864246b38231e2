// The entries of a session: what a client's config names, and what each of them starts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from './native.mjs';

// As many servers and tools as in the list of real ones, so that a run without network measures a session of the same shape.
const SYNTHETIC = {
  azure: 61, 'chrome-devtools': 29, context7: 2, everything: 13, exa: 2, filesystem: 14, firecrawl: 15, github: 26, gitlab: 9, memory: 9,
  n8n: 23, notion: 24, playwright: 23, postgres: 8, sentry: 20, 'sequential-thinking': 1, slack: 8, supabase: 29, tavily: 5, kubernetes: 66,
};

function synthetic() {
  const script = join(BENCH, 'servers/synthetic.mjs');
  return Object.entries(SYNTHETIC).map(([name, tools]) => ({
    name,
    command: [process.execPath, script, '--name', name, '--tools', String(tools)],
    env: {},
  }));
}

/** The entries of a file in the form that clients use, `{"mcpServers": {NAME: {command, args, env}}}`; `${bench}` is this directory. */
function fromFile(path) {
  const place = (text) => text.replaceAll('${bench}', BENCH);
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

const realAreInstalled = () => existsSync(join(BENCH, 'servers/node_modules'));

/** `{kind: 'real' | 'synthetic' | 'own', entries}`: the file asked for, else the real servers where they are installed. */
export function entriesOf({ servers, smoke }) {
  if (servers !== undefined) return { kind: 'own', entries: fromFile(servers) };
  if (!smoke && realAreInstalled()) return { kind: 'real', entries: fromFile(REAL) };
  return { kind: 'synthetic', entries: synthetic() };
}
