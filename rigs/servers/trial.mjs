/** One server, alone and behind the stub: see run.mjs for what is asserted. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { stubTool, temporaryDirectory, wrapArgs } from '../lib/lazymcp.mjs';
import { MARK, descendants, marked, treeResidentKb, waitUntilGone } from '../lib/processes.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';
import { within } from '../lib/within.mjs';
import { difference, listTools, toolName } from './tools.mjs';

const ANSWER_LIMIT_MS = 120_000;
const GONE_LIMIT_MS = 5_000;

/** What the rig can do as a client; some servers offer tools only to clients that can. */
const CAPABILITIES = { roots: { listChanged: true }, sampling: {}, elicitation: {} };

/**
 * Tries one server and reports.
 * @param {{name: string, command: string, args: string[], env: NodeJS.ProcessEnv}} server
 * @param {string} [executable] lazymcp; without it only the server itself is tried
 * @returns {Promise<{direct?: object, tiny?: object, full?: object, problems: string[]}>}
 */
export async function tryServer(server, executable) {
  const report = { problems: [] };
  const attempt = async (step, work) => {
    try {
      return await work();
    } catch (error) {
      report.problems.push(`${step}: ${error.message}`);
      return undefined;
    }
  };
  report.direct = await attempt('direct', () => direct(server));
  if (report.direct && executable) {
    const home = temporaryDirectory(`home-${server.name}`);
    const stub = { ...server, env: { ...server.env, LAZYMCP_HOME: home } };
    report.tiny = await attempt('tiny', () => throughTiny(stub, executable, report.direct));
    if (report.tiny) report.full = await attempt('full', () => throughFull(stub, executable, report.direct));
  }
  return withoutBytes(report);
}

async function direct({ command, args, env }) {
  return inSession(command, args, env, false, async (client) => {
    const answered = await begin(client);
    const { tools, results } = await listTools(client);
    if (tools.length === 0) throw new Error('the server lists no tool: there is nothing to compare');
    return { ms: answered.ms, rssKb: treeResidentKb(client.pid), toolCount: tools.length, pages: results.length, tools, results };
  });
}

async function throughTiny(server, executable, expected) {
  const args = wrapArgs({ ...server, expose: 'tiny' });
  return inSession(executable, args, server.env, true, async (client, mark) => {
    const answered = await begin(client);
    const asleep = await listTools(client);
    if (asleep.tools.length !== 1 || toolName(asleep.tools[0]) !== stubTool(server.name)) {
      throw new Error(`asleep it lists ${asleep.tools.map(toolName).join(', ')}, not ${stubTool(server.name)} alone`);
    }
    const rssKb = treeResidentKb(client.pid);
    expectAsleep(client, mark);

    const result = await client.request('tools/call', { name: stubTool(server.name), arguments: {} });
    if (result.isError) throw new Error(`the call that starts it fails: ${JSON.stringify(result.content)}`);
    if (descendants(client.pid).length === 0) throw new Error('active, but there is no process of a server');
    const { tools } = await listTools(client);
    const own = tools.length > 0 && toolName(tools.at(-1)) === stubTool(server.name) ? tools.pop() : undefined;
    const wrong = difference(expected.tools, tools);
    if (wrong) throw new Error(`active, its tools are not the server's: ${wrong}`);
    return { ms: answered.ms, rssKb, toolCount: tools.length, keepsStubTool: own !== undefined };
  });
}

async function throughFull(server, executable, expected) {
  const args = wrapArgs({ ...server, expose: 'full' });
  return inSession(executable, args, server.env, true, async (client, mark) => {
    const answered = await begin(client);
    const { tools, results } = await listTools(client);
    const rssKb = treeResidentKb(client.pid);
    expectAsleep(client, mark);
    // pages are the server's own affair: only where there is one can the whole result be the same
    const wrong = expected.pages === 1 ? difference(expected.results, results) : difference(expected.tools, tools);
    if (wrong) throw new Error(`asleep and known, the list is not the server's: ${wrong}`);
    return { ms: answered.ms, rssKb, toolCount: tools.length };
  });
}

/**
 * A session with a process of its own mark, closed at the end and then looked after. How a stub ends is judged (`ours`);
 * how a server ends by itself is its own affair: server-everything, for one, outlives its stdin if that closes early.
 */
async function inSession(command, args, env, ours, work) {
  const mark = randomUUID();
  const client = new StdioClient(command, args, { env: { ...env, [MARK]: mark } });
  client.handle('roots/list', () => ({ roots: [] }));
  let outcome;
  try {
    outcome = await within(ANSWER_LIMIT_MS, path.basename(command), work(client, mark));
  } catch (error) {
    client.child.kill('SIGKILL');
    for (const { pid } of await waitUntilGone(mark, 1_000)) process.kill(pid, 'SIGKILL');
    throw withStderr(error, client);
  }
  const end = await client.close();
  const left = await waitUntilGone(mark, GONE_LIMIT_MS);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  if (!ours) return outcome;
  if (left.length > 0) throw new Error(`closed, it leaves ${left.map(({ pid, command: line }) => `${pid} ${line}`).join('; ')}`);
  if (end.code !== 0) throw new Error(`closed, it ends with ${end.signal ?? `exit code ${end.code}`}`);
  return { ...outcome, closeMs: Math.round(end.ms) };
}

function withStderr(error, client) {
  const said = client.stderr.trim().split('\n').slice(-5).join('\n');
  return said && !error.message.includes(said) ? new Error(`${error.message}\n${said}`) : error;
}

/** Milliseconds from the start of the process to its answer to initialize. */
async function begin(client) {
  await client.initialize({ capabilities: CAPABILITIES });
  return { ms: Math.round(Number(process.hrtime.bigint() - client.startedAt) / 1e6) };
}

/** By descent and by mark, so that a process that was given away is seen too. */
function expectAsleep(client, mark) {
  const others = [...descendants(client.pid), ...marked(mark).filter(({ pid }) => pid !== client.pid)];
  if (others.length > 0) throw new Error(`asleep, but there is a process: ${others[0].pid} ${others[0].command}`);
}

function withoutBytes({ direct: { tools, results, ...kept } = {}, ...report }) {
  return { ...report, direct: kept };
}
