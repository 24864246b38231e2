/**
 * One whole session of a real client with a lazymcp-wrapped server and a scripted model, and what has to hold in it.
 *
 * @typedef {object} Program a client
 * @property {string} name
 * @property {string} package npm package
 * @property {string} bin
 * @property {import('./models/server.mjs').Dialect} dialect
 * @property {boolean} relists whether it lists the tools again when it is told that they have changed
 * @property {(server: string, tool: string) => string} toolName how it names a server's tool to the model
 * @property {(command: string) => {tool: string, input: object}} [shell] the call by which the model runs a shell command
 * @property {(agent: string, prompt: string) => {tool: string, input: object}} [delegate] the call by which the model has a
 *   subagent work, and waits for it
 * @property {(context: {home: string, server: object, model: string, turns: number, agent?: object}) => Call} prepare
 *   writes the client's configuration and gives its call; for more than one turn of the user only where there is a `shell`; with
 *   `agent`, a subagent of that name and hooks that run its `hook`, only where there is `delegate`
 *
 * @typedef {object} Call
 * @property {string[]} args
 * @property {object} env
 * @property {{says: (number: number) => string, isOver: (line: string) => boolean}} [converse] what the user says, a line
 *   on stdin, and which line on stdout ends the client's turn
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import readline from 'node:readline';
import { stubTool, temporaryDirectory, wrapArgs } from '../lib/lazymcp.mjs';
import { MARK, marked, waitUntilGone } from '../lib/processes.mjs';
import { within } from '../lib/within.mjs';
import { AgentsScript } from './agents.mjs';
import { ControlScript } from './control.mjs';
import { startModel } from './models/server.mjs';

const SERVER = 'everything';
/** Tools of the real server: what they are called with, and what they then say. */
const ECHO = { tool: 'echo', arguments: { message: 'first' }, says: 'Echo: first' };
const SUM = { tool: 'get-sum', arguments: { a: 19, b: 23 }, says: 'The sum of 19 and 23 is 42' };

/**
 * How the model wakes the server: by a call through the stub's tool, by a call of that tool with nothing, or, where the client has a
 * shell that was taught to the rig, by commands of lazymcp; where it has subagents, by a call of one that the server is for.
 * @param {Program} program
 */
export const wakings = (program) => [
  'call',
  'bare',
  ...(program.shell ? ['commands'] : []),
  ...(program.delegate ? ['agents'] : []),
];

const END = { text: 'done' };

const SESSION_LIMIT_MS = 180_000;
const GONE_LIMIT_MS = 5_000;

/**
 * Runs the session.
 * @param {Program} program
 * @param {'call' | 'bare' | 'commands' | 'agents'} waking
 * @param {{executable: string, clientCommand: string, server: {command: string, args: string[]}, env: NodeJS.ProcessEnv}} set
 *   `executable` is lazymcp, `server` is server-everything, `env` what any program needs (PATH and little more)
 * @returns {Promise<{facts: object, problems: string[]}>}
 */
export async function runSession(program, waking, { executable, clientCommand, server, env }) {
  const mark = randomUUID();
  const home = temporaryDirectory(program.name);
  const lazymcpHome = temporaryDirectory('home');
  const script = scriptOf(program, waking, { executable, home: lazymcpHome, mark });
  const model = await startModel({ dialect: program.dialect, play: (turn, number) => script.play(turn, number) });
  const entry = {
    name: SERVER,
    command: executable,
    args: wrapArgs({ name: SERVER, options: script.options, ...server }),
    env: { ...env, [MARK]: mark, LAZYMCP_HOME: lazymcpHome },
  };
  const call = program.prepare({ home, server: entry, model: model.url, turns: script.turns, agent: script.agent });
  const options = { cwd: home, env: { ...env, ...call.env, HOME: home } };
  const end = await runClient(clientCommand, call.args, options, script.turns > 1 ? { ...call.converse, turns: script.turns } : undefined);
  model.close();
  script.finish(end);
  await nothingLeft(mark, script);
  return { facts: script.facts, problems: script.problems };
}

function scriptOf(program, waking, { executable, home, mark }) {
  switch (waking) {
    case 'commands':
      return new ControlScript(program, SERVER, { executable, home });
    case 'agents':
      return new AgentsScript(program, SERVER, { executable, home, running: () => running(mark).servers });
    default:
      return new Script(program, waking, mark);
  }
}

/** The mark is in the environment of the stub's entry only, so the client's own processes do not have it. */
function running(mark) {
  const isStub = ({ command }) => command.includes(` wrap --name ${SERVER} `);
  const all = marked(mark);
  return { stubs: all.filter(isStub), servers: all.filter((process) => !isStub(process)) };
}

/** The model's part of the session, and the place where the rig looks. */
class Script {
  /** Turns of the user. */
  turns = 1;
  facts = { turns: 0 };
  problems = [];

  constructor(program, waking, mark) {
    this.mark = mark;
    const name = (tool) => program.toolName(SERVER, tool);
    this.tools = { stub: name(stubTool(SERVER)), real: [name('echo'), name('get-sum')] };
    const through = ({ tool, arguments: args, says }) => ({ tool: this.tools.stub, input: { tool, arguments: args }, says });
    const directly = ({ tool, arguments: input, says }) => ({ tool: name(tool), input, says });
    this.relists = program.relists;
    const bare = { tool: this.tools.stub, input: {}, says: SUM.tool }; // the answer names the server's tools
    this.steps = [waking === 'bare' ? bare : through(ECHO), program.relists ? directly(SUM) : through(SUM)];
  }

  async play(turn, number) {
    this.facts.turns = number;
    if (number > this.steps.length + 1) return END; // one turn too many, which finish() reports
    if (number === 1) this.#beforeFirstCall(turn);
    else this.#afterCall(turn, number);
    if (number === 2) this.#active(turn);
    return this.steps[number - 1] ?? END;
  }

  finish({ code, output }) {
    const expected = this.steps.length + 1;
    if (this.facts.turns !== expected) this.#problem(`the client asked the model ${this.facts.turns} times, not ${expected}`);
    if (code !== 0) this.#problem(`the client ended with exit code ${code}`);
    else if (!output.includes('done')) this.#problem('the client did not print the last words of the model');
    if (this.problems.length > 0) this.problems.push(`the client said: ${output.slice(-2_000)}`);
  }

  leftBehind(processes) {
    this.facts.leftBehind = processes.length;
    for (const { pid, command } of processes) this.#problem(`left after the session: ${pid} ${command}`);
  }

  #beforeFirstCall({ tools, toolBytes }) {
    this.facts.toolsAtFirst = tools.length;
    this.facts.toolBytesAtFirst = toolBytes;
    if (!tools.includes(this.tools.stub)) this.#problem(`the first request lacks ${this.tools.stub}; it has ${tools.join(', ')}`);
    for (const real of this.tools.real) if (tools.includes(real)) this.#problem(`the first request has ${real} already`);
    const { stubs, servers } = running(this.mark);
    this.facts.serversAtFirst = servers.length;
    if (stubs.length === 0) this.#problem('at the first request there is no stub');
    for (const { pid, command } of servers) this.#problem(`at the first request the server runs already: ${pid} ${command}`);
  }

  #afterCall({ lastMessage }, number) {
    const step = this.steps[number - 2];
    const said = lastMessage.includes(step.says);
    this.facts[number === 2 ? 'first' : 'second'] = said;
    if (!said) this.#problem(`${step.tool} ${JSON.stringify(step.input)} gave ${lastMessage.slice(-600)}, not "${step.says}"`);
  }

  /** Also the proof that the look for servers before the first call would have found one. */
  #active({ tools }) {
    if (running(this.mark).servers.length === 0) this.#problem('after the first call there is no process of the server');
    if (!tools.includes(this.tools.stub)) this.#problem(`after activation ${this.tools.stub} is no longer listed`);
    for (const real of this.tools.real) {
      if (this.relists && !tools.includes(real)) this.#problem(`the request after activation lacks ${real}`);
    }
  }

  #problem(text) {
    this.problems.push(text);
  }
}

function runClient(command, args, options, talk) {
  const child = spawn(command, args, { ...options, stdio: [talk ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
  if (talk) converse(child, talk);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code: code ?? signal, output }));
  });
  return within(SESSION_LIMIT_MS, command, ended).catch((error) => {
    child.kill('SIGKILL');
    return { code: error.message, output };
  });
}

/** Says the user's lines one after the other, each when the client is done with the one before. */
function converse(child, { says, isOver, turns }) {
  let number = 1;
  child.stdin.on('error', () => {}); // a client that died is reported by its exit
  child.stdin.write(`${says(number)}\n`);
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    if (!isOver(line)) return;
    if (number < turns) child.stdin.write(`${says(++number)}\n`);
    else child.stdin.end();
  });
}

async function nothingLeft(mark, script) {
  const left = await waitUntilGone(mark, GONE_LIMIT_MS);
  script.leftBehind(left);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
}
