#!/usr/bin/env node
// A server of Streamable HTTP that costs next to nothing: sessions, JSON answers, one tool that says what it was told.
//   remote.mjs    prints its URL
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const TOOL = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };

const RESULTS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'remote', version: '1' } }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: { text = '' } = {} }) => ({ content: [{ type: 'text', text }] }),
  ping: () => ({}),
};

async function answer(request, response) {
  if (request.method !== 'POST') return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
  let body = '';
  for await (const chunk of request) body += chunk;
  const { id, method, params = {} } = JSON.parse(body);
  if (id === undefined) return void response.writeHead(202).end();
  const headers = { 'Content-Type': 'application/json', ...(method === 'initialize' && { 'Mcp-Session-Id': randomUUID() }) };
  const known = RESULTS[method];
  const rest = known ? { result: known(params) } : { error: { code: -32601, message: `no method ${method}` } };
  response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
}

const server = createServer(answer);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
