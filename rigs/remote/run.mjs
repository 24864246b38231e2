#!/usr/bin/env node
/**
 * Runs `lazymcp wrap --url` against servers that others wrote: the client scenarios of the conformance suite, in which
 * `lazymcp login` is run whenever an error says so, and server-everything in both of its HTTP modes.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json]
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { lazymcpExecutable, temporaryDirectory } from '../lib/lazymcp.mjs';
import { installed, modernNode, RIGS, withModernNode } from '../lib/node.mjs';
import { flags, progress, runRig, table } from '../lib/report.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';

/** By revision, the scenarios that it requires; for 2026-07-28 those that need no authorization. */
const SCENARIOS = {
  '2025-11-25': [
    'initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry', 'json-schema-2020-12-preservation',
    'auth/metadata-default', 'auth/metadata-var1', 'auth/metadata-var2', 'auth/metadata-var3', 'auth/basic-cimd',
    'auth/scope-from-www-authenticate', 'auth/scope-from-scopes-supported', 'auth/scope-omitted-when-undefined',
    'auth/scope-step-up', 'auth/scope-retry-limit', 'auth/token-endpoint-auth-basic', 'auth/token-endpoint-auth-post',
    'auth/token-endpoint-auth-none', 'auth/pre-registration',
  ],
  '2026-07-28': [
    'tools_call', 'request-metadata', 'sep-2322-client-request-state', 'http-standard-headers', 'http-custom-headers',
    'http-invalid-tool-headers', 'json-schema-ref-no-deref',
  ],
};
/** Those that the stub fails on purpose: a combinator at the root of a schema makes model APIs refuse the whole request, so it is taken out. */
const DECLINED = { '2026-07-28': ['json-schema-2020-12-preservation'] };
const PEERS = { streamableHttp: '/mcp', sse: '/sse' };
const PEER = 'servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js';

async function main() {
  const given = flags(process.argv.slice(2), ['--json'], 'run.mjs [--json]');
  const say = progress();
  lazymcpExecutable();
  const rows = [];
  for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
    rows.push(await runList(revision));
    for (const scenario of scenarios) {
      say(`scenario ${scenario}, ${revision}`);
      rows.push({ what: `conformance client ${revision}: ${scenario}`, ...(await runScenario(scenario, revision)) });
    }
  }
  for (const [mode, at] of Object.entries(PEERS)) {
    say(`server-everything ${mode}`);
    rows.push({ what: `server-everything: ${mode}`, ...(await runPeer(mode, at)) });
  }
  if (given.has('--json')) console.log(JSON.stringify({ results: rows }, null, 2));
  else print(rows);
  return rows.every(({ passed, failed }) => passed > 0 && failed === 0);
}

/** Whether the scenarios are of the suite, and all that it has for this revision and that need no authorization. */
async function runList(revision) {
  const suite = installed('node_modules/@modelcontextprotocol/conformance/dist/index.js', 'conformance');
  const args = [suite, 'list', '--client', '--spec-version', revision];
  const list = spawn(modernNode(), args, { env: withModernNode(process.env), stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of list.stdout) said += chunk;
  const known = [...said.matchAll(/^ {2}- (\S+) /gm)].map(([, name]) => name);
  const run = [...SCENARIOS[revision], ...(DECLINED[revision] ?? [])];
  const notes = [...known.filter((name) => !name.startsWith('auth/') && !run.includes(name)), ...run.filter((name) => !known.includes(name))];
  return { what: `conformance client ${revision}: all scenarios are run`, passed: known.length > 0 && notes.length === 0 ? 1 : 0, failed: notes.length, notes };
}

/** @returns {Promise<{passed: number, failed: number, notes: string[]}>} */
async function runScenario(scenario, revision) {
  const suite = installed('node_modules/@modelcontextprotocol/conformance/dist/index.js', 'conformance');
  const output = temporaryDirectory(scenario.replace('/', '-'));
  const driver = `node ${path.join(RIGS, 'remote/driver.mjs')}`;
  const args = [suite, 'client', '--command', driver, '--scenario', scenario, '--spec-version', revision, '-o', output];
  const env = withModernNode({ ...process.env, LAZYMCP_HOME: temporaryDirectory('home') });
  const child = spawn(modernNode(), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const results = fs.readdirSync(output, { recursive: true }).filter((name) => path.basename(name) === 'checks.json');
  if (results.length !== 1) throw new Error(`the suite left ${results.length} results for ${scenario}:\n${said}`);
  const checks = JSON.parse(fs.readFileSync(path.join(output, results[0]), 'utf8'));
  const failures = checks.filter(({ status }) => status === 'FAILURE');
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    failed: failures.length + (code === 0 || failures.length > 0 ? 0 : 1),
    notes: failures.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
  };
}

/** A session with the server in that mode, which listens at `at`. */
async function runPeer(mode, at) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(modernNode(), [installed(PEER, 'servers'), mode], { env, stdio: 'ignore' });
  const stub = { env: { ...process.env, LAZYMCP_HOME: temporaryDirectory('home') } };
  const client = new StdioClient(
    lazymcpExecutable(), ['wrap', '--name', 'peer', '--url', `http://127.0.0.1:${port}${at}`], stub);
  client.handle('roots/list', () => ({ roots: [] }));
  const checks = {};
  try {
    await listening(port);
    await client.initialize({ capabilities: { roots: {} } });
    checks['one tool before the first call'] = (await client.listAll('tools/list', 'tools')).length === 1;
    const echo = await client.request('tools/call', { name: 'echo', arguments: { message: 'from afar' } });
    checks['echo answers'] = echo.content?.[0]?.text === 'Echo: from afar';
    checks['the real tools after it'] = (await client.listAll('tools/list', 'tools')).length > 10;
    const steps = { duration: 1, steps: 3 };
    const long = await client.request('tools/call', {
      name: 'trigger-long-running-operation', arguments: steps, _meta: { progressToken: 'p' } });
    checks['progress before the answer'] =
      !long.isError && client.notifications.filter(({ method }) => method === 'notifications/progress').length > 0;
    checks['it ends with 0'] = (await client.close()).code === 0;
  } finally {
    client.child.kill('SIGKILL');
    server.kill('SIGKILL');
  }
  const notes = Object.keys(checks).filter((name) => !checks[name]);
  return { passed: Object.keys(checks).length - notes.length, failed: notes.length, notes };
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Resolves once something listens on `port`; gives up after 30 s. */
async function listening(port) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const connected = await new Promise((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}

function print(rows) {
  console.log(table(['against', 'passed', 'failed'], rows.map(({ what, passed, failed }) => [what, passed, failed])));
  for (const { what, notes } of rows) for (const note of notes) console.log(`  ${what}: ${note}`);
}

await runRig(main);
