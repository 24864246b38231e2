#!/usr/bin/env node
/** A server with two tools, by the newest library of the line 1. */
import { Server } from 'sdk-1/server/index.js';
import { StdioServerTransport } from 'sdk-1/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from 'sdk-1/types.js';

const TOOLS = {
  echo: ({ message }) => `Echo: ${message}`,
  'get-sum': ({ a, b }) => `The sum of ${a} and ${b} is ${a + b}.`,
};

const server = new Server({ name: 'sdks-server', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const tool = TOOLS[params.name];
  if (!tool) throw new Error(`Unknown tool: ${params.name}`);
  return { content: [{ type: 'text', text: tool(params.arguments) }] };
});
await server.connect(new StdioServerTransport());
