#!/usr/bin/env node
/**
 * A client as small as can be, to test the clients rig: it starts the MCP server of its configuration, shows its tools to
 * a model behind Anthropic's API, calls what the model asks for, and lists the tools again when they have changed.
 *
 *     client.mjs CONFIG MODEL_URL
 */
import fs from 'node:fs';
import { StdioClient } from '../lib/stdio-client.mjs';

const [config, model] = process.argv.slice(2);
const [[name, entry]] = Object.entries(JSON.parse(fs.readFileSync(config, 'utf8')).mcpServers);
const prefix = `mcp__${name}__`;
const client = new StdioClient(entry.command, entry.args, { env: entry.env });
await client.initialize();

const messages = [{ role: 'user', content: 'go' }];
let tools = await listTools();
for (;;) {
  const { content } = await ask();
  const [block] = content;
  messages.push({ role: 'assistant', content });
  if (block.type === 'text') {
    console.log(block.text);
    break;
  }
  const result = await client.request('tools/call', { name: block.name.slice(prefix.length), arguments: block.input });
  messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: block.id, content: result.content }] });
  if (client.notifications.some(({ method }) => method === 'notifications/tools/list_changed')) tools = await listTools();
}
await client.close();

async function listTools() {
  const listed = await client.listAll('tools/list', 'tools');
  return listed.map((tool) => ({ name: `${prefix}${tool.name}`, description: tool.description, input_schema: tool.inputSchema }));
}

async function ask() {
  const response = await fetch(`${model}/v1/messages`, { method: 'POST', body: JSON.stringify({ model: 'mock', tools, messages }) });
  return response.json();
}
