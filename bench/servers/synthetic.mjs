#!/usr/bin/env node
// A stdio MCP server made to measure: as many tools, as large and as slow answers as asked for, the same on every run.
//   synthetic.mjs [--name N] [--tools N] [--result-bytes N] [--delay-ms N] [--start-ms N]
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: 'synthetic' },
    tools: { type: 'string', default: '10' },
    'result-bytes': { type: 'string', default: '100' },
    'delay-ms': { type: 'string', default: '0' },
    'start-ms': { type: 'string', default: '0' },
  },
});
const VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const VERBS = ['list', 'get', 'create', 'update', 'delete', 'search', 'export', 'merge', 'assign', 'review'];
const NOUNS = ['issue', 'page', 'file', 'branch', 'record', 'comment', 'project', 'build', 'alert', 'query', 'table'];
const pick = (words, n) => words[n % words.length];

const parameter = (noun, n) => ({
  type: pick(['string', 'integer', 'boolean'], n),
  description: `The ${pick(['identifier', 'maximum number', 'state', 'order', 'author'], n)} that ${noun}s are selected by, as the list of ${noun}s of the workspace shows it; left out, all of them are.`,
});

/** A tool the size of those that real servers list: some 300 tokens. */
function tool(n) {
  const noun = pick(NOUNS, n);
  const verb = pick(VERBS, n * 7 + Math.floor(n / NOUNS.length));
  const names = ['id', 'limit', 'archived', 'sort', 'author', 'cursor'].map((name) => `${noun}_${name}`);
  return {
    name: `${verb}_${noun}_${n}`,
    description:
      `${verb[0].toUpperCase()}${verb.slice(1)} a ${noun} of the workspace. Use it when the user names a ${noun}; ` +
      `to find one first, use the search tool. Answers with the ${noun}, its state and its history as JSON. ` +
      `Fails when the ${noun} does not exist or the token may not ${verb} it; then ask the user, do not try again.`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name, i) => [name, parameter(noun, i)])),
      required: names.slice(0, 1),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: verb === 'list' || verb === 'get' || verb === 'search' },
  };
}

const tools = Array.from({ length: Number(values.tools) }, (_, n) => tool(n));

async function call() {
  await sleep(Number(values['delay-ms']));
  return { content: [{ type: 'text', text: 'x'.repeat(Number(values['result-bytes'])) }] };
}

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS.at(-1),
    capabilities: { tools: {} },
    serverInfo: { name: values.name, version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => (tools.some((known) => known.name === name) ? call() : Promise.reject(new Error(`no tool ${name}`))),
};

async function serve({ id, method, params = {} }) {
  if (id === undefined) return;
  const frame = { jsonrpc: '2.0', id };
  try {
    if (METHODS[method] === undefined) frame.error = { code: -32601, message: `no method ${method}` };
    else frame.result = await METHODS[method](params);
  } catch (error) {
    frame.error = { code: -32602, message: error.message };
  }
  process.stdout.write(`${JSON.stringify(frame)}\n`);
}

await sleep(Number(values['start-ms']));
createInterface({ input: process.stdin }).on('line', (line) => serve(JSON.parse(line)));
