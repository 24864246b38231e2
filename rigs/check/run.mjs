#!/usr/bin/env node
/**
 * `lazymcp check` over real servers and broken ones.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json]
 *
 *   report   the 15 servers of servers.json and six broken ones in one configuration: each of the first works and has the tools that
 *            the server itself lists, each of the others failed in the phase that it was made for, the exit code is 10, and 11 once
 *            one of the broken is required; nothing that was started is left
 *   time     the same 15 servers, at most as many at a time as there are cores, checked by lazymcp and by a loop of the rigs' own
 *            client that does the same and nothing else, in turn: the ratio of the medians is at most LONGEST
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lazymcpExecutable, temporaryDirectory } from '../lib/lazymcp.mjs';
import { withModernNode } from '../lib/node.mjs';
import { MARK, waitUntilGone } from '../lib/processes.mjs';
import { flags, progress, runRig, table } from '../lib/report.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';
import { realServers } from '../servers/real.mjs';

const ROUNDS = 3;
const LONGEST = 1.25;
const GONE_LIMIT_MS = 5_000;

const script = (text) => ({ command: process.execPath, args: ['-e', text] });
const ANSWERS = `require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const {id, method} = JSON.parse(line);
  const say = (rest) => console.log(JSON.stringify({jsonrpc: '2.0', id, ...rest}));
  if (method === 'initialize') say({result: {protocolVersion: '2025-11-25', capabilities: {tools: {}}, serverInfo: {name: 'broken', version: '1'}}});
  if (method === 'tools/list') { ON_LIST }
})`;
/** Servers that fail, by the phase that they fail in. */
const BROKEN = {
  unset: { phase: 'config', entry: { command: 'node', args: ['${LAZYMCP_RIG_IS_NOT_SET}'] } },
  absent: { phase: 'resolve', entry: { command: 'lazymcp-rig-no-such-server' } },
  crash: { phase: 'spawn', entry: script("console.error('last words'); process.exit(3)") },
  refuses: { phase: 'initialize', entry: script("process.stdin.once('data', () => console.log(JSON.stringify({jsonrpc: '2.0', id: 'x', result: {}}))).resume(); console.log('no JSON'); setTimeout(() => process.exit(4), 300)") },
  lists: { phase: 'list', entry: script(ANSWERS.replace('ON_LIST', "say({error: {code: -32603, message: 'no list today'}})")) },
  dies: { phase: 'list', entry: script(ANSWERS.replace('ON_LIST', 'process.exit(5)')) },
};

async function main() {
  const json = flags(process.argv.slice(2), ['--json'], 'run.mjs [--json]').has('--json');
  const executable = lazymcpExecutable();
  const servers = realServers();
  const say = progress();
  const problems = [];
  say('report');
  const rows = await report(executable, servers, problems);
  say('time');
  const time = await compare(executable, servers, say);
  if (time.ratio > LONGEST) problems.push(`check takes ${time.ratio.toFixed(2)} × the plain loop, more than ${LONGEST}`);
  if (json) console.log(JSON.stringify({ servers: rows, time, problems }, null, 2));
  else {
    console.log(table(['server', 'outcome', 'tools', 'ms'], rows));
    console.log(`\n${servers.length} servers, ${os.availableParallelism()} at a time: check ${time.check.toFixed(1)} s, plain loop ${time.loop.toFixed(1)} s, ratio ${time.ratio.toFixed(2)} (limit ${LONGEST})`);
    for (const problem of problems) console.log(`\n${problem}`);
  }
  return problems.length === 0;
}

async function report(executable, servers, problems) {
  const project = configuration({ ...entries(servers), ...Object.fromEntries(Object.entries(BROKEN).map(([name, { entry }]) => [name, entry])) });
  const expected = await loop(servers);
  const { code, said, left } = await check(executable, project);
  if (code !== 10) problems.push(`the exit code is ${code}, not 10`);
  for (const { pid, command } of left) problems.push(`left after the check: ${pid} ${command}`);
  const rows = [];
  for (const { name } of servers) {
    const working = said.working_servers.find(({ server_name: of }) => of === name);
    const tools = said.available_tools.filter(({ server_name: of }) => of === name).length;
    const failed = said.failed_servers.find(({ server_name: of }) => of === name);
    rows.push([name, working ? 'works' : `failed: ${failed?.phase}`, tools, working ? Object.values(working.timings_ms).reduce((sum, ms) => sum + ms, 0) : '-']);
    if (!working) problems.push(`${name} failed in phase ${failed?.phase}: ${failed?.error}`);
    else if (tools !== expected.get(name)) problems.push(`${name} has ${tools} tools in the report, and lists ${expected.get(name)}`);
  }
  for (const [name, { phase }] of Object.entries(BROKEN)) {
    const failed = said.failed_servers.find(({ server_name: of }) => of === name);
    rows.push([name, failed ? `failed: ${failed.phase}` : 'works', '-', '-']);
    if (failed?.phase !== phase) problems.push(`${name} should have failed in phase ${phase}, and did in ${failed?.phase}: ${failed?.error}`);
    else if (failed.required) problems.push(`${name} is not required`);
  }
  if (!said.failed_servers.find(({ server_name: of }) => of === 'crash')?.context.stderr?.includes('last words')) problems.push('the last words of crash are missing');
  const required = await check(executable, configuration({ crash: { ...BROKEN.crash.entry, required: true } }));
  if (required.code !== 11) problems.push(`with a required server that fails the exit code is ${required.code}, not 11`);
  return rows;
}

/** The medians of `ROUNDS` rounds, in seconds; in each round both, in turn. */
async function compare(executable, servers, say) {
  const project = configuration(entries(servers));
  const times = { check: [], loop: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    say(`round ${round}`);
    times.check.push(await seconds(() => check(executable, project)));
    times.loop.push(await seconds(() => loop(servers)));
  }
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const [check_, loop_] = [median(times.check), median(times.loop)];
  return { check: check_, loop: loop_, ratio: check_ / loop_ };
}

async function seconds(work) {
  const from = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - from) / 1e9;
}

const entries = (servers) => Object.fromEntries(servers.map(({ name, command, args, env }) => [name, { command, args, env }]));

function configuration(mcpServers) {
  const project = temporaryDirectory('project');
  fs.writeFileSync(path.join(project, '.mcp.json'), JSON.stringify({ mcpServers }));
  return project;
}

/** Runs `lazymcp check` in `project`, with a home that has nothing in it. */
async function check(executable, project) {
  const mark = randomUUID();
  const home = temporaryDirectory('home');
  const { PATH } = withModernNode(process.env);
  const child = spawn(executable, ['check', '--json', '--client', 'claude-code', '--timeout', '120s'], {
    cwd: project,
    env: { PATH, HOME: home, LAZYMCP_HOME: path.join(home, 'lazymcp'), LANG: 'C.UTF-8', [MARK]: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, said: JSON.parse(output), left: await waitUntilGone(mark, GONE_LIMIT_MS) };
}

/** What a check does and nothing else: how many tools each server lists. */
async function loop(servers) {
  const found = new Map();
  const waiting = [...servers];
  const { PATH, HOME } = withModernNode(process.env);
  const worker = async () => {
    for (let next; (next = waiting.shift()); ) {
      const client = new StdioClient(next.command, next.args, { env: { PATH, HOME, ...next.env } });
      try {
        const { capabilities } = await client.initialize();
        const tools = await client.listAll('tools/list', 'tools');
        if (capabilities.prompts) await client.listAll('prompts/list', 'prompts').catch(() => []);
        if (capabilities.resources) {
          await client.listAll('resources/list', 'resources').catch(() => []);
          await client.listAll('resources/templates/list', 'resourceTemplates').catch(() => []);
        }
        found.set(next.name, tools.length);
      } finally {
        await client.close();
      }
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return found;
}

await runRig(main);
