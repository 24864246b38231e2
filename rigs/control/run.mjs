#!/usr/bin/env node
/**
 * A session's servers change state while it goes on, by commands alone: real servers behind the stub, the official client library
 * as the client, two sessions at once.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json]
 *
 * Both sessions have the same three servers under the same names. In the first, for each server, in this order:
 *   status    knows both sessions, and starts nothing
 *   enable    does the handshake; the client hears of the change, and the server's own tools are listed and answer
 *   disable   the list shrinks to one line, calls are refused with the way back, the process lives on
 *   enable    brings the same list back, from the same process
 *   restart   another process, the same list, not one word about it
 *   stop      no process; the next call starts one
 *   disable --stop, enable
 * The second session sees nothing of all that: not one notification, no process. At the end nothing is left of either.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { lazymcpExecutable, temporaryDirectory, wrapArgs } from '../lib/lazymcp.mjs';
import { installed, withModernNode } from '../lib/node.mjs';
import { descendants, MARK, waitUntilGone } from '../lib/processes.mjs';
import { flags, progress, runRig, table } from '../lib/report.mjs';
import { within } from '../lib/within.mjs';

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));
const SERVERS = [
  { name: 'everything', bin: 'mcp-server-everything', args: ['stdio'], call: { name: 'echo', arguments: { message: 'here' } }, says: 'Echo: here' },
  { name: 'memory', bin: 'mcp-server-memory', args: [], call: { name: 'read_graph', arguments: {} }, says: 'entities' },
  { name: 'thinking', bin: 'mcp-server-sequential-thinking', args: [], call: { name: 'sequentialthinking', arguments: { thought: 'so', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 } }, says: 'thoughtNumber' },
];
const COMMAND_LIMIT_MS = 60_000;
const GONE_LIMIT_MS = 5_000;

async function main() {
  const json = flags(process.argv.slice(2), ['--json'], 'run.mjs [--json]').has('--json');
  const say = progress();
  const mark = randomUUID();
  const executable = lazymcpExecutable();
  const env = { ...withModernNode(process.env), [MARK]: mark, LAZYMCP_HOME: temporaryDirectory('home'), MEMORY_FILE_PATH: `${temporaryDirectory('memory')}/graph.json` };
  delete env.LAZYMCP_SESSION;
  const servers = SERVERS.map((server) => ({ ...server, command: installed(`servers/node_modules/.bin/${server.bin}`, 'servers') }));
  const entries = servers.map(({ name, command, args }) => ({ name, command: executable, args: wrapArgs({ name, command, args }) }));
  const sessions = [new Host(entries, env), new Host(entries, env)];
  const checks = [];
  try {
    for (const session of sessions) await session.ask({ do: 'connect' });
    const rig = new Rig(sessions, executable, env, checks);
    for (const server of servers) {
      say(server.name);
      await rig.lifecycle(server);
    }
    await rig.bystander();
  } finally {
    for (const session of sessions) await session.end();
  }
  const left = await waitUntilGone(mark, GONE_LIMIT_MS);
  checks.push({ server: '-', step: 'end', what: 'nothing is left', ok: left.length === 0, saw: left.map(({ command }) => command).join('; ') });
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  const failed = checks.filter(({ ok }) => !ok);
  if (json) console.log(JSON.stringify({ checks }, null, 2));
  else print(checks, failed);
  return failed.length === 0;
}

/** A process that plays a client: the stubs are its children, so that it is a session of its own. */
class Host {
  #waiting = [];

  constructor(entries, env) {
    this.child = spawn(process.execPath, [HOST], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
    let rest = '';
    this.child.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) this.#waiting.shift()(JSON.parse(line));
    });
    this.child.stdin.write(`${JSON.stringify({ entries })}\n`);
  }

  get id() {
    return String(this.child.pid);
  }

  /** Has the client do something and gives what came of it. */
  ask(request) {
    const answer = new Promise((resolve) => this.#waiting.push(resolve));
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    return within(COMMAND_LIMIT_MS, JSON.stringify(request), answer);
  }

  async end() {
    this.child.stdin.end();
    await within(COMMAND_LIMIT_MS, 'the end of a client', this.ended);
  }
}

class Rig {
  constructor([first, second], executable, env, checks) {
    Object.assign(this, { first, second, executable, env, checks });
  }

  async lifecycle(server) {
    const check = (step, what, ok, saw = '') => this.checks.push({ server: server.name, step, what, ok: Boolean(ok), saw: ok ? '' : JSON.stringify(saw).slice(0, 400) });
    const { first } = this;
    const list = async () => (await first.ask({ do: 'list', server: server.name })).tools;
    const call = (tool = server.call) => first.ask({ do: 'call', server: server.name, call: tool });
    const changes = async () => (await first.ask({ do: 'changes', server: server.name })).count;
    const run = (...args) => this.lazymcp([...args, server.name, '--session', first.id]);
    const state = async () => (await this.status(first.id)).find(({ name }) => name === server.name);

    await this.bound(server.name);
    const dormant = await state();
    check('status', 'says REGISTERED and starts nothing', dormant.state === 'REGISTERED' && dormant.serverPid === undefined, dormant);
    const tiny = await list();
    check('status', 'one tool is listed', tiny.length === 1, tiny);

    let before = await changes();
    const enable = await run('enable', '--json');
    check('enable', 'succeeds', enable.code === 0, enable);
    await first.ask({ do: 'awaitChanges', server: server.name, count: before + 1 });
    const real = await list();
    check('enable', 'lists the real tools', real.includes(server.call.name) && real.length > 1, real);
    check('enable', 'names them', JSON.parse(enable.out).servers[0].tools.every((tool) => real.includes(tool)), enable.out);
    check('enable', 'they answer', (await call()).text.includes(server.says));
    const active = await state();
    check('enable', 'status has the process and its memory', active.state === 'ACTIVE' && active.serverPid > 0 && active.serverMemoryBytes > 1e6, active);

    before = await changes();
    check('disable', 'succeeds', (await run('disable')).code === 0);
    await first.ask({ do: 'awaitChanges', server: server.name, count: before + 1 });
    const shrunk = await list();
    check('disable', 'one line is listed', shrunk.length === 1, shrunk);
    const refused = await call();
    check('disable', 'calls are refused with the way back', refused.isError && refused.text.includes(`lazymcp enable ${server.name}`), refused);
    check('disable', 'the process lives on', (await state()).serverPid === active.serverPid);

    const back = await run('enable', '--json');
    await first.ask({ do: 'awaitChanges', server: server.name, count: before + 2 });
    check('enable again', 'the same list', JSON.stringify(await list()) === JSON.stringify(real));
    check('enable again', 'the same process', (await state()).serverPid === active.serverPid);
    check('enable again', 'in milliseconds', JSON.parse(back.out).servers[0].millis < 1000, back.out);
    check('enable again', 'answers', (await call()).text.includes(server.says));

    before = await changes();
    check('restart', 'succeeds', (await run('restart')).code === 0);
    const restarted = await state();
    check('restart', 'another process', restarted.serverPid > 0 && restarted.serverPid !== active.serverPid, restarted);
    check('restart', 'the same list', JSON.stringify(await list()) === JSON.stringify(real));
    check('stop', 'succeeds', (await run('stop')).code === 0);
    check('stop', 'no process', (await state()).serverPid === undefined);
    check('stop', 'the next call starts one', (await call()).text.includes(server.says));
    check('stop', 'not one notification for an unchanged list', (await changes()) === before, await changes());

    check('disable --stop', 'succeeds', (await run('disable', '--stop')).code === 0);
    check('disable --stop', 'no process', (await state()).serverPid === undefined);
    check('disable --stop', 'enable brings it back', (await run('enable')).code === 0 && (await call()).text.includes(server.says));
  }

  /** What the session beside saw of it. */
  async bystander() {
    for (const { name } of SERVERS) {
      const { count } = await this.second.ask({ do: 'changes', server: name });
      const { tools } = await this.second.ask({ do: 'list', server: name });
      this.checks.push({ server: name, step: 'the other session', what: 'saw nothing', ok: count === 0 && tools.length === 1, saw: `${count} changes, ${tools.length} tools` });
    }
    const running = descendants(this.second.child.pid).filter(({ command }) => !command.includes(' wrap --name '));
    this.checks.push({ server: '-', step: 'the other session', what: 'runs no server', ok: running.length === 0, saw: running.map(({ command }) => command).join('; ') });
  }

  /** Waits until both sessions' stubs of `name` can be reached. */
  async bound(name) {
    for (let attempt = 0; attempt < 200; attempt++) {
      const stubs = (await this.status()).filter((stub) => stub.name === name);
      if (stubs.length === 2) return;
    }
    throw new Error(`not both stubs of ${name} can be reached`);
  }

  async status(session) {
    const { code, out, err } = await this.lazymcp(['status', '--json', ...(session ? ['--session', session] : ['--all-sessions'])]);
    if (code !== 0) throw new Error(`lazymcp status failed: ${err}`);
    return JSON.parse(out).stubs;
  }

  lazymcp(args) {
    const child = spawn(this.executable, args, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
    return within(COMMAND_LIMIT_MS, `lazymcp ${args.join(' ')}`, ended);
  }
}

function print(checks, failed) {
  const steps = [...new Set(checks.map(({ server, step }) => `${server}\t${step}`))];
  const rows = steps.map((key) => {
    const [server, step] = key.split('\t');
    const of = checks.filter((check) => check.server === server && check.step === step);
    const ok = of.filter((check) => check.ok).length;
    return [server, step, `${ok}/${of.length}`, ok === of.length ? 'ok' : 'FAILED'];
  });
  console.log(table(['server', 'step', 'checks', 'verdict'], rows));
  for (const { server, step, what, saw } of failed) console.log(`\n${server}, ${step}: not so: ${what}. ${saw}`);
}

runRig(main);
