// What a server that is reached by URL costs more behind the stub: its first call and each later one, next to the same client that talks
// to the server itself, and next to mcp-remote, which bridges such servers for clients that know processes alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StdioClient } from '../../rigs/lib/stdio-client.mjs';
import { within } from '../lib/catalog.mjs';
import { HttpClient } from '../lib/http-client.mjs';
import { BENCH } from '../lib/native.mjs';
import { compare, differenceOfMedians, median, ratioOfMedians, summary } from '../lib/stats.mjs';

const MCP_REMOTE = join(BENCH, 'node_modules/mcp-remote/dist/proxy.js');
const CLIENT = { clientInfo: { name: 'bench', version: '1' } };
const CALLS_A_TURN = 20;

const ms = (since) => Number(process.hrtime.bigint() - since) / 1e6;

async function serving(use) {
  const server = spawn(process.execPath, [join(BENCH, 'servers/remote.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [url] = await within(once(createInterface(server.stdout), 'line'), 'servers/remote.mjs');
    return await use(url);
  } finally {
    server.kill();
  }
}

/** `{label, open()}`: each opens a client of the server, not yet initialized. */
function candidates({ subjects }, url, directory) {
  const process_ = ([command, ...args], env) => () => new StdioClient(command, args, { env: { ...process.env, ...env } });
  const config = join(directory, 'mcp-remote');
  mkdirSync(config, { recursive: true });
  return [
    { label: 'direct', open: () => new HttpClient(url) },
    { label: 'mcp-remote', open: process_([process.execPath, MCP_REMOTE, url, '--transport', 'http-only'], { HOME: config, MCP_REMOTE_CONFIG_DIR: config }) },
    ...subjects.map((s) => ({ label: s.label, open: process_(s.reach({ name: 'remote', url }), s.warm) })),
  ];
}

async function call(client, text) {
  const since = process.hrtime.bigint();
  const { content, isError } = await client.request('tools/call', { name: 'echo', arguments: { text } });
  const took = ms(since);
  if (isError || content[0].text !== text) throw new Error(`a call was answered with ${JSON.stringify(content).slice(0, 500)}`);
  return took;
}

/** One session up to the answer of its first call: how long it took whole, and its first call alone. */
async function session({ label, open }, use = () => {}) {
  const since = process.hrtime.bigint();
  const client = open();
  try {
    return await within((async () => {
      await client.initialize(CLIENT);
      const first = await call(client, 'first');
      return { whole: ms(since), first, used: await use(client) };
    })(), label);
  } finally {
    await client.close();
  }
}

const inTurns = (all, round) => all.map((_, i) => all[(i + round) % all.length]);

/** Whole sessions, in turns. The first round fills the catalogs and is dropped. */
async function sessions(all, rounds) {
  const samples = Object.fromEntries(all.map(({ label }) => [label, []]));
  for (let round = 0; round <= rounds; round++)
    for (const candidate of inTurns(all, round)) {
      const { whole, first } = await session(candidate);
      if (round > 0) samples[candidate.label].push({ whole, first });
    }
  return samples;
}

/** Calls of sessions that are open all at once, in turns of a few; the first turn of each is dropped. */
async function calls(all, rounds) {
  const samples = Object.fromEntries(all.map(({ label }) => [label, []]));
  const turns = async (clients) => {
    for (let round = 0; round <= rounds; round++)
      for (const { label, client } of inTurns(clients, round))
        for (let n = 0; n < CALLS_A_TURN; n++) {
          const took = await call(client, `${round}-${n}`);
          if (round > 0) samples[label].push(took * 1000);
        }
  };
  const open = (left, clients) => (left.length === 0 ? turns(clients) : session(left[0], (client) => open(left.slice(1), [...clients, { label: left[0].label, client }])));
  await open(all, []);
  return samples;
}

export async function run(context) {
  const [{ label, proxies, warm }, base] = context.subjects;
  if (!proxies) return { figures: {} };
  return serving(async (url) => {
    const all = candidates(context, url, warm.HOME);
    const opened = await sessions(all, context.pick(20, 4));
    const called = await calls(all, context.pick(40, 8));
    const of = (name, member) => opened[name].map((sample) => sample[member]);
    const few = { draws: 100 };
    return {
      figures: {
        // Without a stub a client connects before its first call; a stub does it then, so that is what its first call is held against.
        remote_first_ms: differenceOfMedians(of(label, 'first'), of('direct', 'whole')),
        remote_session_ratio: ratioOfMedians(of(label, 'whole'), of('mcp-remote', 'whole')),
        remote_added_p50_us: differenceOfMedians(called[label], called.direct, few),
        remote_added_ratio: { value: (median(called[label]) - median(called.direct)) / (median(called['mcp-remote']) - median(called.direct)) },
      },
      comparisons: base && [
        { what: 'remote: first call', ...ratioOfMedians(of(label, 'first'), of(base.label, 'first')) },
        { what: 'remote: latency', ...compare(called[label], called[base.label], (x, y) => median(x) / median(y), few) },
      ],
      detail: Object.fromEntries(all.map((candidate) => [candidate.label, {
        session_ms: summary(of(candidate.label, 'whole')), first_ms: summary(of(candidate.label, 'first')), call_us: summary(called[candidate.label]) }])),
    };
  });
}
