#!/usr/bin/env node
/** The two tools of server-everything that the clients rig calls, for its test without that server. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const TOOLS = {
  echo: ({ message }) => `Echo: ${message}`,
  'get-sum': ({ a, b }) => `The sum of ${a} and ${b} is ${a + b}.`,
};

const server = new Server({ name: 'everything-double', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: TOOLS[params.name](params.arguments) }],
}));
await server.connect(new StdioServerTransport());
