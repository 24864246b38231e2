#!/usr/bin/env node
/**
 * Client libraries of several ages drive a stub through one scenario: the first call wakes the server, the list changes, the real
 * tools work beside the small one, many calls at once, errors, the end.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json]
 */
import { fileURLToPath } from 'node:url';
import { lazymcpExecutable, stubTool, temporaryDirectory, wrapArgs } from '../lib/lazymcp.mjs';
import { flags, progress, runRig, table } from '../lib/report.mjs';
import libraries from './package.json' with { type: 'json' };

const NAME = 'sdk';
const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));
const REAL = ['echo', 'get-sum', stubTool(NAME)];

async function main() {
  const given = flags(process.argv.slice(2), ['--json'], 'run.mjs [--json]');
  const say = progress();
  const executable = lazymcpExecutable();
  const rows = [];
  for (const [library, what] of Object.entries(libraries.dependencies)) {
    if (!library.startsWith('sdk-')) continue;
    say(what);
    rows.push({ library: what.replace('npm:', ''), ...(await drive(library, executable)) });
  }
  if (given.has('--json')) console.log(JSON.stringify({ results: rows }, null, 2));
  else console.log(table(['library', 'passed', 'failed'], rows.map((row) => [row.library, row.passed, row.failed.join('; ')])));
  return rows.every(({ failed }) => failed.length === 0);
}

/** @returns {Promise<{passed: number, failed: string[]}>} */
async function drive(library, executable) {
  const { Client, StdioClientTransport } = await load(library);
  const client = new Client({ name: 'lazymcp-rig', version: '1.0.0' }, { capabilities: {} });
  const transport = new StdioClientTransport({
    command: executable,
    args: wrapArgs({ name: NAME, command: process.execPath, args: [SERVER] }),
    env: { ...process.env, LAZYMCP_HOME: temporaryDirectory(library) },
    stderr: 'ignore',
  });
  const report = { passed: 0, failed: [] };
  const check = (what, holds) => (holds ? report.passed++ : report.failed.push(what));
  let changed = 0;
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === 'notifications/tools/list_changed') changed++;
  };
  const names = async () => (await client.listTools()).tools.map(({ name }) => name).sort();
  const text = async (name, args) => {
    const { content } = await client.callTool({ name, arguments: args });
    return content.map((part) => part.text ?? '').join('\n');
  };
  try {
    await client.connect(transport);
    check('the handshake names the server', Boolean(client.getServerVersion()));
    check('one small tool at first', same(await names(), [stubTool(NAME)]));
    check('a call through the stub', (await text(stubTool(NAME), { tool: 'echo', arguments: { message: 'hi' } })).includes('Echo: hi'));
    check('told that the list changed', changed > 0);
    check('the real tools', same(await names(), REAL));
    check('a real tool', (await text('get-sum', { a: 2, b: 3 })) === 'The sum of 2 and 3 is 5.');
    const many = await Promise.all(Array.from({ length: 50 }, (_, i) => text('echo', { message: i })));
    check('fifty calls at once', many.every((said, i) => said === `Echo: ${i}`));
    const wrong = await client.callTool({ name: 'nothing', arguments: {} }).catch((error) => error);
    check('an unknown tool is an error', wrong instanceof Error || wrong.isError === true);
    await client.ping();
    check('a ping', true);
    const stub = transport.pid ?? transport._process?.pid;
    await client.close();
    check('nothing is left', await isGone(stub));
  } catch (error) {
    report.failed.push(String(error));
    await client.close().catch(() => {});
  }
  return report;
}

/** The line 2 has its parts in one package, the line 1 a file for each. */
async function load(library) {
  if (library === 'sdk-2') return { ...(await import('sdk-2')), ...(await import('sdk-2/stdio')) };
  const client = await import(`${library}/client/index.js`);
  const stdio = await import(`${library}/client/stdio.js`);
  return { Client: client.Client, StdioClientTransport: stdio.StdioClientTransport };
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function isGone(pid) {
  for (let i = 0; i < 500; i++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

await runRig(main);
