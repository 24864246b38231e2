#!/usr/bin/env node
// Plays an MCP client whose session goes on: starts every entry of a configuration file, lists its tools, and lists them again
// whenever it is told that they have changed. Each line on stdin is a call; the end of stdin is the end of the session.
//   client.mjs CONFIG            then lines: ENTRY TOOL [ARGUMENTS]
// It knows nothing of lazymcp: wrapped entries and others are started alike, as clients do.
import { readFileSync } from 'node:fs';
import readline from 'node:readline';
import { StdioClient } from './lib/stdio-client.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('usage: client.mjs CONFIG');
  process.exit(2);
}
const config = JSON.parse(readFileSync(file, 'utf8'));
const clients = new Map();

for (const [name, entry] of Object.entries(config.mcpServers ?? config.servers ?? {})) {
  const client = new StdioClient(entry.command, entry.args, { env: { ...process.env, ...entry.env } });
  client.handle('roots/list', () => ({ roots: [] }));
  clients.set(name, client);
}
await Promise.all(
  [...clients].map(async ([name, client]) => {
    await client.initialize({ capabilities: { roots: {} }, clientInfo: { name: 'example-client', version: '1' } });
    console.log(`${name}: ${await tools(client)}`);
    follow(name, client);
  }),
);

async function follow(name, client) {
  for (;;) {
    await client.notification('notifications/tools/list_changed');
    console.log(`${name}: list changed: ${await tools(client)}`);
  }
}

async function tools(client) {
  const names = (await client.listAll('tools/list', 'tools')).map((tool) => tool.name);
  const shown = names.slice(0, 4).join(', ');
  return `${names.length} tool${names.length === 1 ? '' : 's'}: ${shown}${names.length > 4 ? ', …' : ''}`;
}

async function call(line) {
  const [, name, tool, text] = /^(\S+)\s+(\S+)\s*(.*)$/.exec(line.trim()) ?? [];
  const client = clients.get(name);
  if (!client) return console.log(`not understood: ${line}`);
  const { content, isError } = await client.request('tools/call', { name: tool, arguments: JSON.parse(text || '{}') });
  console.log(`${name}: ${tool} ${isError ? 'fails' : 'says'}: ${content.map((part) => part.text ?? part.type).join(' ')}`);
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  if (line.trim() !== '') await call(line).catch((error) => console.log(`${line}: ${error.message}`));
}
await Promise.all([...clients.values()].map((client) => client.close()));
