#!/usr/bin/env node
/**
 * Whole sessions of real clients, offline: the client is the vendor's program, the model is a script on this machine.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json] [claude|codex|gemini|copilot …]
 *
 * The server is server-everything behind `lazymcp wrap`, never seen before. Two sessions a client or more. In each:
 *   1. the first request to the model has the stub's tool and none of the server's, and no server runs
 *   2. the model wakes the server, by a call of one of its tools through the stub's tool ("call") or by a call of the
 *      stub's tool with nothing ("bare"): the answer is in the next request, and where the client lists tools again, so
 *      are the server's own tools
 *   3. the model calls another tool of the server: directly where it is listed, else through the stub's tool
 *      In Claude Code a third session does all of that by commands in the client's own shell ("commands", see control.mjs), and a
 *      fourth has a subagent that alone may use the server, with lazymcp in the client's hooks ("agents", see agents.mjs).
 *   4. when the client has ended, no process of stub or server is left
 */
import fs from 'node:fs';
import { lazymcpExecutable, UsageError } from '../lib/lazymcp.mjs';
import { installed, withModernNode } from '../lib/node.mjs';
import { progress, runRig, table } from '../lib/report.mjs';
import { claude } from './programs/claude.mjs';
import { codex } from './programs/codex.mjs';
import { copilot } from './programs/copilot.mjs';
import { gemini } from './programs/gemini.mjs';
import { runSession, wakings } from './session.mjs';

const PROGRAMS = [claude, codex, gemini, copilot];

async function main() {
  const { json, programs } = readArguments(process.argv.slice(2));
  const say = progress();
  const set = {
    executable: lazymcpExecutable(),
    server: { command: installed('servers/node_modules/.bin/mcp-server-everything', 'servers'), args: ['stdio'] },
    env: plainEnvironment(),
  };
  const reports = [];
  for (const program of programs) {
    const clientCommand = installed(`clients/node_modules/.bin/${program.bin}`, 'clients');
    for (const waking of wakings(program)) {
      say(`${program.name}, ${waking}`);
      const outcome = await runSession(program, waking, { ...set, clientCommand });
      reports.push({ name: program.name, version: version(program), waking, second: program.relists ? 'directly' : 'through', ...outcome });
    }
  }
  if (json) console.log(JSON.stringify({ clients: reports }, null, 2));
  else print(reports);
  return reports.every(({ problems }) => problems.length === 0);
}

function readArguments(argv) {
  const names = argv.filter((argument) => argument !== '--json');
  const unknown = names.find((name) => !PROGRAMS.some((program) => program.name === name));
  if (unknown) throw new UsageError(`no client '${unknown}'; there are ${PROGRAMS.map(({ name }) => name).join(', ')}`);
  const programs = PROGRAMS.filter(({ name }) => names.length === 0 || names.includes(name));
  return { json: argv.includes('--json'), programs };
}

/** Nothing of the caller's own set-up and credentials may reach the clients, nor theirs the caller. */
function plainEnvironment() {
  const { PATH } = withModernNode(process.env);
  return { PATH, LANG: 'C.UTF-8', TERM: 'dumb' };
}

function version(program) {
  const manifest = installed(`clients/node_modules/${program.package}/package.json`, 'clients');
  return JSON.parse(fs.readFileSync(manifest, 'utf8')).version;
}

function print(reports) {
  const yes = (value) => (value === undefined ? '-' : value ? 'yes' : 'NO');
  const rows = reports.map(({ name, version: number, waking, second, facts, problems }) => [
    name, number, waking, facts.toolsAtFirst ?? '-', facts.serversAtFirst ?? '-', yes(facts.first),
    `${yes(facts.second)}, ${second}`, facts.leftBehind, problems.length === 0 ? 'ok' : 'FAILED',
  ]);
  console.log(table(['client', 'version', 'woken by', 'tools at first', 'servers', 'answered', 'second call', 'left', 'verdict'], rows));
  console.log("tools at first, servers: in the first request to the model (the client's own tools included), and running then");
  for (const { name, waking, problems } of reports) {
    for (const problem of problems) console.log(`\n${name}, ${waking}: ${problem}`);
  }
}

await runRig(main);
