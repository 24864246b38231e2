/**
 * Puts one stdio server behind Streamable HTTP of revision 2026-07-28: the conformance suite speaks HTTP only. What is the duty of an HTTP
 * server (headers that match the body, status codes, who may come) is done here.
 */
import { spawn } from 'node:child_process';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { isLocal } from '../conformance/bridge.mjs';

const PREFIX = 'io.modelcontextprotocol/';
const STATUS = new Map([[-32601, 404], [-32020, 400], [-32021, 400], [-32022, 400], [-32700, 400], [-32600, 400]]);

/** A request that came by HTTP and is not answered. */
class Exchange {
  constructor({ id, method, params }, response) {
    Object.assign(this, { id, method, token: params?._meta?.progressToken, response, streaming: false });
  }

  event(message) {
    if (!this.streaming) this.response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.streaming = true;
    this.response.write(`data: ${JSON.stringify(message)}\n\n`);
  }

  end(message) {
    if (this.streaming) {
      this.event(message);
      return this.response.end();
    }
    const { error } = message;
    const isMeta = error?.code === -32602 && error.message.includes('_meta');
    const status = error ? STATUS.get(error.code) ?? (isMeta ? 400 : 200) : 200;
    this.response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message));
  }
}

/** What is wrong with the headers of a request, or undefined. */
export function mismatch(headers, { method, params }) {
  const version = params?._meta?.[`${PREFIX}protocolVersion`];
  if (headers['mcp-protocol-version'] === undefined) return 'MCP-Protocol-Version is missing';
  if (version !== undefined && headers['mcp-protocol-version'] !== version) return 'MCP-Protocol-Version is not that of the body';
  if (headers['mcp-method'] !== method) return 'Mcp-Method is not that of the body';
  return undefined;
}

/**
 * Starts a bridge on 127.0.0.1.
 * @param {{command: string, args?: string[], env?: NodeJS.ProcessEnv}} server
 * @returns {Promise<{url: string, close: () => Promise<{code: number | null, signal: string | null}>}>}
 */
export async function startModernBridge({ command, args = [], env = process.env }) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  child.stdin.on('error', () => {}); // 'exit' tells the same, with the code
  const open = new Map();
  let count = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  /** Ids and progress tokens of different clients may be the same; those for the server are not. */
  function request(message, response) {
    const exchange = new Exchange(message, response);
    const id = ++count;
    open.set(id, exchange);
    response.once('close', () => {
      if (open.delete(id)) send({ method: 'notifications/cancelled', params: { requestId: id } });
    });
    const { params } = message;
    const _meta = exchange.token === undefined ? params?._meta : { ...params._meta, progressToken: id };
    send({ id, method: message.method, ...(params && { params: _meta ? { ...params, _meta } : params }) });
  }

  function answered(message) {
    const exchange = open.get(message.id);
    open.delete(message.id);
    exchange?.end({ ...message, id: exchange.id });
  }

  function notified({ jsonrpc, method, params }) {
    const stream = params?._meta?.[`${PREFIX}subscriptionId`];
    if (stream !== undefined) {
      const exchange = open.get(stream);
      return exchange?.event({ jsonrpc, method, params: { ...params, _meta: { ...params._meta, [`${PREFIX}subscriptionId`]: exchange.id } } });
    }
    const isProgress = method === 'notifications/progress';
    const exchange = isProgress ? open.get(params.progressToken) : [...open.values()].at(-1);
    exchange?.event({ jsonrpc, method, params: isProgress ? { ...params, progressToken: exchange.token } : params });
  }

  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) answered(message);
    else notified(message);
  });
  const server = http.createServer(async (incoming, response) => {
    const refuse = (status, code, message, id = null) =>
      response.writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
    if (!isLocal(incoming.headers)) return refuse(403, -32600, 'Forbidden Host or Origin');
    if (incoming.method !== 'POST') return refuse(405, -32600, 'POST only');
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    let message;
    try {
      message = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {
      return refuse(400, -32700, 'Not JSON');
    }
    const wrong = mismatch(incoming.headers, message);
    if (wrong) return refuse(400, -32020, wrong, message.id);
    if (message.id === undefined) return response.writeHead(202).end();
    return request(message, response);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
      child.stdin.end();
      return exited;
    },
  };
}
