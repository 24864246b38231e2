#!/usr/bin/env node
/**
 * A client of its own process, as clients are: the official client library in front of the servers it is given. It does what it is told
 * on stdin, a line of JSON each, and says what came of it on stdout.
 */
import readline from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

const servers = new Map();
let entries = [];

const actions = {
  async connect() {
    await Promise.all(entries.map(connect));
    return {};
  },
  async list({ server }) {
    const { tools } = await servers.get(server).client.listTools();
    return { tools: tools.map(({ name }) => name) };
  },
  async call({ server, call }) {
    const { content, isError } = await servers.get(server).client.callTool(call);
    return { text: content.map(({ text }) => text ?? '').join('\n'), isError: isError === true };
  },
  changes: async ({ server }) => ({ count: servers.get(server).changes }),
  awaitChanges({ server, count }) {
    const one = servers.get(server);
    return new Promise((resolve) => {
      const look = () => (one.changes >= count ? resolve({ count: one.changes }) : one.onChange.push(look));
      look();
    });
  },
};

async function connect({ name, command, args }) {
  const client = new Client({ name: 'lazymcp-rig', version: '1.0.0' });
  const server = { client, changes: 0, onChange: [] };
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    server.changes++;
    for (const look of server.onChange.splice(0)) look();
  });
  servers.set(name, server);
  await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'ignore' }));
  await client.listTools();
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.entries) {
    entries = request.entries;
    continue;
  }
  const answer = await actions[request.do](request).catch((error) => ({ error: String(error), tools: [], text: String(error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await Promise.all([...servers.values()].map(({ client }) => client.close()));
