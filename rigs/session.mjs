#!/usr/bin/env node
// Plays one session of an MCP client with one entry of a configuration file, and says what each step took:
//   session.mjs CONFIG ENTRY TOOL ARGUMENTS
// It knows nothing of lazymcp: a wrapped entry and one that is not are started alike, as clients do.
import { readFileSync } from 'node:fs';
import { descendants, treeResidentKb } from './lib/processes.mjs';
import { StdioClient } from './lib/stdio-client.mjs';

const [file, name, tool, argumentText = '{}'] = process.argv.slice(2);
if (!tool) {
  console.error('usage: session.mjs CONFIG ENTRY TOOL [ARGUMENTS]');
  process.exit(2);
}
const config = JSON.parse(readFileSync(file, 'utf8'));
const entry = (config.mcpServers ?? config.servers ?? {})[name];
if (!entry) {
  console.error(`${file} has no entry ${name}`);
  process.exit(2);
}

const client = new StdioClient(entry.command, entry.args, { env: { ...process.env, ...entry.env } });
client.handle('roots/list', () => ({ roots: [] }));

/** How many processes the entry is, and their resident memory in MB. */
function weight() {
  return { processes: 1 + descendants(client.pid).length, mb: treeResidentKb(client.pid) / 1024 };
}

async function step(title, work) {
  const from = process.hrtime.bigint();
  const result = await work();
  const ms = (Number(process.hrtime.bigint() - from) / 1e6).toFixed(0);
  const { mb, processes } = weight();
  console.log(`${title.padEnd(42)} ${ms.padStart(6)} ms ${mb.toFixed(0).padStart(5)} MB ${processes} process${processes === 1 ? '' : 'es'}`);
  return result;
}

const listed = ({ tools }) => `${tools.length} tool${tools.length === 1 ? '' : 's'}, ${JSON.stringify(tools).length} bytes of schemas`;

await step('initialize', () => client.initialize({ capabilities: { roots: {} } }));
let list = await step('tools/list', () => client.request('tools/list', {}));
console.log(`    ${listed(list)}`);
const real = list.tools.some((known) => known.name === tool);
const call = real
  ? { name: tool, arguments: JSON.parse(argumentText) }
  : { name: list.tools[0].name, arguments: { tool, arguments: JSON.parse(argumentText) } };
const answer = await step(`tools/call ${call.name}`, () => client.request('tools/call', call));
console.log(`    ${answer.content[0].text}`);
list = await step('tools/list', () => client.request('tools/list', {}));
console.log(`    ${listed(list)}`);
const { ms } = await client.close();
console.log(`closed, all processes gone after ${ms.toFixed(0)} ms`);
if (answer.isError) process.exit(1);
