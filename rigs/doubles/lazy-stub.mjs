#!/usr/bin/env node
/**
 * The smallest lazy stub that the rigs can be pointed at, to test the rigs themselves: it takes lazymcp's `wrap` arguments,
 * and RIG_FAULT makes it do one thing wrong, which the rigs have to notice. It is no proxy for use: one upstream, no
 * limits, no recovery.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, valueSpan } from '../lib/json-spans.mjs';

const FAULT = process.env.RIG_FAULT;
const rule = process.argv.indexOf('--');
const options = process.argv.slice(3, rule);
const option = (name) => options[options.indexOf(name) + 1];
const name = option('--name');
const TINY = {
  name: `use_${name}`,
  description: `Starts ${name}; calls its tool`,
  inputSchema: { type: 'object', properties: { tool: { type: 'string' }, arguments: { type: 'object' } } },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};
const catalogFile = path.join(process.env.LAZYMCP_HOME, `${name}.json`);
const catalog = fs.existsSync(catalogFile) ? JSON.parse(fs.readFileSync(catalogFile, 'utf8')) : undefined;

const LISTS = {
  'tools/list': { tools: [TINY] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'prompts/list': { prompts: [] },
};

let initializeParams;
let upstream;

const write = (line) => process.stdout.write(`${line}\n`);
const reply = (id, resultText) => write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultText}}`);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => fromClient(JSON.parse(line), line));
lines.on('close', () => {
  const code = FAULT === 'exit' ? 3 : 0;
  if (!upstream) process.exit(code);
  upstream.child.once('exit', () => process.exit(code));
  upstream.child.stdin.end();
  setTimeout(() => upstream.child.kill(), 1_500); // not every server ends with its stdin
});
if (FAULT === 'eager') startServer();

async function fromClient(message, line) {
  const { id, method, params } = message;
  if (method === 'initialize') return initialize(id, params);
  if (method === 'notifications/initialized') return;
  if (method === 'server/discover') return write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}`);
  if (method === 'tools/call' && params.name === TINY.name) return call(id, params);
  if (upstream) return (await upstream.ready, forward(message, line));
  if (method === 'ping' || method === 'logging/setLevel') return reply(id, '{}');
  if (method === 'completion/complete') return reply(id, '{"completion":{"values":[],"total":0,"hasMore":false}}');
  if (LISTS[method]) return reply(id, dormantList(method));
  if (id === undefined) return;
  await start();
  forward(message, line);
}

function initialize(id, params) {
  initializeParams = params;
  const known = catalog ?? { capabilities: { tools: { listChanged: true } }, serverInfo: { name, version: '0' } };
  reply(id, JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: known.capabilities, serverInfo: known.serverInfo }));
}

function dormantList(method) {
  const known = option('--expose') === 'full' && catalog?.lists[method];
  if (known) return FAULT === 'stale' ? known.replace('"description"', '"Description"') : known;
  return JSON.stringify(LISTS[method]);
}

async function call(id, { arguments: { tool, arguments: args = {} } = {} }) {
  const first = !upstream;
  await start();
  if (first && FAULT !== 'mute') {
    write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    await sleep(200); // clients list again now, and show the model the tools together with the answer
  }
  if (!tool) return reply(id, JSON.stringify({ content: [{ type: 'text', text: `${name} is running: ${upstream.toolNames.join(', ')}` }] }));
  forward({}, JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } }));
}

function forward({ method, id }, line) {
  if (method === 'tools/list') upstream.toolLists.add(JSON.stringify(id));
  upstream.child.stdin.write(`${line}\n`);
}

function start() {
  if (upstream) return upstream.ready;
  const child = startServer();
  if (FAULT === 'orphan') spawn('sleep', ['20'], { detached: true, stdio: 'ignore' }).unref();
  upstream = { child, toolLists: new Set(), own: new Map() };
  createInterface({ input: child.stdout }).on('line', fromServer);
  upstream.ready = learn();
  return upstream.ready;
}

function startServer() {
  const [command, ...args] = process.argv.slice(rule + 1);
  return spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function learn() {
  const hello = initializeParams ?? { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'stub', version: '0' } };
  const { result } = JSON.parse(await ask('initialize', hello));
  upstream.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const lists = {};
  for (const method of Object.keys(LISTS)) {
    if (result.capabilities[method.split('/')[0]]) lists[method] = resultText(await ask(method, {}));
  }
  upstream.toolNames = JSON.parse(lists['tools/list']).tools.map((tool) => tool.name);
  fs.writeFileSync(catalogFile, JSON.stringify({ capabilities: result.capabilities, serverInfo: result.serverInfo, lists }));
}

function ask(method, params) {
  const id = `own:${method}`;
  upstream.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => upstream.own.set(id, resolve));
}

function resultText(line) {
  const bytes = Buffer.from(line);
  return bytesOf(bytes, valueSpan(bytes, ['result'])).toString();
}

function fromServer(line) {
  const message = parse(line);
  if (message === undefined) return;
  if (FAULT === 'mute' && /list_changed$/.test(message.method)) return;
  const own = message.method === undefined && upstream.own.get(message.id);
  if (own) return own(line);
  if (message.method === undefined && upstream.toolLists.delete(JSON.stringify(message.id))) return write(withStubTool(withFault(line, message)));
  write(line);
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The stub's tool stays listed, after the server's own; clients refuse a call of a tool that is gone. */
function withStubTool(line) {
  if (option('--expose') === 'full') return line;
  const bytes = Buffer.from(line);
  const { end } = valueSpan(bytes, ['result', 'tools']);
  return `${bytes.toString('utf8', 0, end - 1)},${JSON.stringify(TINY)}${bytes.toString('utf8', end - 1)}`;
}

/** The tool list as it came, or spoilt in a way that is easy to overlook. */
function withFault(line, message) {
  const { tools } = message.result;
  if (FAULT === 'drop') tools.pop();
  else if (FAULT === 'reorder') tools.reverse();
  else if (FAULT === 'respell') return line.replace(/"name":"(.)/, (_, first) => `"name":"\\u00${first.charCodeAt(0).toString(16)}`);
  else return line;
  return JSON.stringify(message);
}
