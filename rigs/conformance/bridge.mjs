#!/usr/bin/env node
/**
 * Puts a stdio MCP server behind Streamable HTTP, revisions 2025-03-26 to 2025-11-25: the conformance suite speaks
 * HTTP only. One session is one child process.
 *
 *     node bridge.mjs PORT COMMAND ARGS…
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const PATH = '/mcp';
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** A session nobody listens to is ended after this time; clients of the suite do not send DELETE. */
const IDLE_LIMIT_MS = 5_000;
const KILL_AFTER_MS = 5_000;

/**
 * True if the request comes from a page or a name that is this machine (a browser lured by DNS rebinding sends its own
 * Host and Origin). The specification makes this the duty of the HTTP server, so it lives in the bridge.
 * @param {{host?: string, origin?: string}} headers
 */
export function isLocal({ host, origin }) {
  return hostnameIsLocal(`http://${host}`) && (origin === undefined || hostnameIsLocal(origin));
}

function hostnameIsLocal(url) {
  return URL.canParse(url) && LOCAL_HOSTS.includes(new URL(url).hostname);
}

/**
 * The in-flight request on whose HTTP stream a message of the server belongs, or undefined for the session's own
 * stream. stdio does not say what a message belongs to. Progress has its token; other requests and logs can only be
 * meant for something that is in flight, and the newest is the best guess.
 * @param {Map<string | number, {progressToken?: string | number}>} inFlight by request id, oldest first
 * @param {object} message a request or notification of the server
 */
export function streamFor(inFlight, message) {
  if (/list_changed$|resources\/updated$/.test(message.method)) return undefined;
  const ids = [...inFlight.keys()];
  if (message.method === 'notifications/progress') {
    return ids.find((id) => inFlight.get(id).progressToken === message.params.progressToken);
  }
  return ids.at(-1);
}

/** One client session: an HTTP transport on one side, a stdio child on the other. */
class Session {
  #inFlight = new Map();
  #open = 0;
  #idle;
  #ended = false;

  constructor({ command, args, env, onOpen, onEnd, log }) {
    this.log = log;
    this.onEnd = onEnd;
    this.child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.exited = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
      this.child.once('error', (error) => resolve({ error }));
    });
    this.transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => onOpen(id, this),
    });
    this.transport.onmessage = (message) => this.#toServer(message);
    this.transport.onclose = () => this.end();
    this.child.stdin.on('error', () => {}); // 'exit' tells the same, with the code
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#fromServer(line));
    createInterface({ input: this.child.stderr }).on('line', (line) => log(`stderr: ${line}`));
    this.exited.then((how) => {
      if (!this.#ended) log(`the server ended in the middle of its session: ${JSON.stringify(how)}`);
      this.end();
    });
  }

  async handle(request, response, body) {
    this.#open++;
    clearTimeout(this.#idle);
    response.once('close', () => {
      if (--this.#open === 0) this.#idle = setTimeout(() => this.end(), IDLE_LIMIT_MS);
    });
    await this.transport.handleRequest(request, response, body);
  }

  /** Closes the server's stdin and sees to it that the process ends. */
  end() {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    this.onEnd(this);
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), KILL_AFTER_MS);
    this.exited.then(() => clearTimeout(timer));
    this.transport.close();
  }

  #toServer(message) {
    if (message.method === 'notifications/cancelled') this.#inFlight.delete(message.params.requestId);
    else if (message.method !== undefined && message.id !== undefined) {
      this.#inFlight.set(message.id, { progressToken: message.params?._meta?.progressToken });
    }
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #fromServer(line) {
    const message = parse(line);
    if (message === undefined) return this.log(`not a message: ${line}`);
    if (message.method === undefined) this.#inFlight.delete(message.id);
    const relatedRequestId = message.method === undefined ? undefined : streamFor(this.#inFlight, message);
    this.transport
      .send(message, { relatedRequestId })
      .catch((error) => this.log(`cannot pass ${message.method ?? `the answer to ${message.id}`}: ${error.message}`));
  }
}

function parse(line) {
  try {
    const message = JSON.parse(line);
    return message?.jsonrpc === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts a bridge on 127.0.0.1.
 * @param {object} options
 * @param {string} options.command started once a session
 * @param {string[]} [options.args]
 * @param {() => NodeJS.ProcessEnv} [options.env] the environment of the next session's child
 * @param {number} [options.port] 0 for any free one
 * @param {(line: string) => void} [options.log]
 * @returns {Promise<{url: string, close: () => Promise<{code: number | null, signal: string | null}[]>}>}
 *   `close` ends all sessions and tells how each child of the bridge's life ended
 */
export async function startBridge({ command, args = [], env = () => process.env, port = 0, log = () => {} }) {
  const sessions = new Map();
  const started = [];
  const open = () => {
    const session = new Session({
      command,
      args,
      env: env(),
      log,
      onOpen: (id, self) => sessions.set(id, self),
      onEnd: (self) => sessions.delete(self.transport.sessionId),
    });
    started.push(session);
    return session;
  };
  const server = http.createServer((request, response) => {
    serve(request, response, sessions, open).catch((error) => {
      log(`${request.method} failed: ${error.stack}`);
      if (!response.headersSent) refuse(response, 500, -32603, error.message);
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${PATH}`,
    close: async () => {
      server.close();
      for (const session of started) session.end();
      server.closeAllConnections();
      return Promise.all(started.map((session) => session.exited));
    },
  };
}

async function serve(request, response, sessions, open) {
  if (!isLocal(request.headers)) return refuse(response, 403, -32000, 'Forbidden Host or Origin');
  if (new URL(request.url, 'http://localhost').pathname !== PATH) return refuse(response, 404, -32601, 'Not found');
  const id = request.headers['mcp-session-id'];
  if (id !== undefined) {
    const session = sessions.get(id);
    return session ? session.handle(request, response) : refuse(response, 404, -32001, 'Session not found');
  }
  const body = request.method === 'POST' ? await readJson(request) : undefined;
  if (body?.method !== 'initialize') return refuse(response, 400, -32000, 'A session starts with initialize');
  return open().handle(request, response, body);
}

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function refuse(response, status, code, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}

async function main([port, command, ...args]) {
  if (!command) {
    console.error('usage: node bridge.mjs PORT COMMAND ARGS…');
    process.exit(2);
  }
  const bridge = await startBridge({ command, args, port: Number(port), log: (line) => console.error(line) });
  console.error(`bridge on ${bridge.url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => bridge.close().then(() => process.exit(0)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
