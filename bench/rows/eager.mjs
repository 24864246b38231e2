// What a session costs without lazymcp: every server started, one by one for its own time and memory, then all at once.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withSession } from '../lib/catalog.mjs';
import { median } from '../lib/stats.mjs';

const SETTLE_MS = 1000;

function parents() {
  const found = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      found.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {} // gone meanwhile
  }
  return found;
}

/** A process and everything it started: `npx` alone is three. */
export function tree(root, parentOf = parents()) {
  const members = new Set([root]);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const [pid, parent] of parentOf) if (members.has(parent)) members.add(pid);
  }
  return [...members];
}

function rssMb(pid) {
  const [, kb] = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1').match(/^Rss:\s+(\d+)/m);
  return Number(kb) / 1024;
}

async function alone({ name, command, env }) {
  return withSession(command, env, async (client) => {
    const initialized = Number(process.hrtime.bigint() - client.startedAt) / 1e9;
    await client.listAll('tools/list', 'tools');
    const listed = Number(process.hrtime.bigint() - client.startedAt) / 1e9;
    await sleep(SETTLE_MS);
    const rss = tree(client.pid).reduce((sum, pid) => sum + rssMb(pid), 0);
    return { name, initialize_s: initialized, list_s: listed, rss_mb: rss };
  });
}

export async function run(context) {
  if (context.smoke) return { figures: {} };
  const servers = [];
  for (const entry of context.entries) servers.push(await alone(entry));
  const env = Object.assign({}, ...context.entries.map((entry) => entry.env));
  const together = await context.measure('fleet', [{ label: 'eager', commands: context.entries.map(({ command }) => command), env }], { rounds: 1 });
  const sum = (field) => servers.reduce((total, server) => total + server[field], 0);
  return {
    figures: {
      eager_initialize_s: { value: sum('initialize_s') },
      eager_initialize_median_s: { value: median(servers.map((server) => server.initialize_s)) },
      eager_rss_mb: { value: sum('rss_mb') },
      eager_session_s: { value: together.eager[0].listed_ms / 1000 },
    },
    detail: servers,
  };
}
