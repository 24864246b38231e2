// A small MCP client over stdio for the rigs and the bench: JSON-RPC lines in and out, nothing hidden.
import { spawn } from 'node:child_process';

export const LEGACY_VERSION = '2025-11-25';

export class StdioClient {
  /** Starts `command args`; `options` are those of child_process.spawn. */
  constructor(command, args = [], options = {}) {
    this.startedAt = process.hrtime.bigint();
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
    this.stderr = '';
    this.nextId = 0;
    this.pending = new Map();
    this.notifications = [];
    this.junk = [];
    this.handlers = new Map();
    this.waiters = [];
    this.exited = new Promise((resolve) => this.child.once('exit', (code, signal) => resolve({ code, signal })));
    this.child.once('error', (error) => this.#failAll(error));
    this.child.once('close', () => this.#failAll(new Error(`server closed its output\n${this.stderr}`)));
    this.child.stdin.on('error', () => {}); // a dead peer is reported by 'close', with its stderr
    this.child.stderr?.on('data', (chunk) => (this.stderr = (this.stderr + chunk).slice(-65536)));
    let parts = [];
    this.child.stdout.on('data', (chunk) => {
      let from = 0;
      for (let at; (at = chunk.indexOf(10, from)) >= 0; from = at + 1) {
        parts.push(chunk.subarray(from, at));
        this.#line(parts.length === 1 ? parts[0] : Buffer.concat(parts));
        parts = [];
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
    });
  }

  get pid() {
    return this.child.pid;
  }

  /** Answers requests of the server for `method` with `handler(params)`. */
  handle(method, handler) {
    this.handlers.set(method, handler);
    return this;
  }

  send(message) {
    this.child.stdin.write(typeof message === 'string' ? `${message}\n` : `${JSON.stringify(message)}\n`);
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  }

  /** The whole response frame: `{id, result | error}` plus `raw`, the bytes of its line. */
  exchange(method, params, id = this.nextId++) {
    const answer = new Promise((resolve, reject) => this.pending.set(JSON.stringify(id), { resolve, reject }));
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return answer;
  }

  /** The result of a request; a JSON-RPC error rejects. */
  async request(method, params) {
    const frame = await this.exchange(method, params);
    if (frame.error) throw Object.assign(new Error(`${method}: ${frame.error.message} (${frame.error.code})`), frame.error);
    return frame.result;
  }

  async initialize({ protocolVersion = LEGACY_VERSION, capabilities = {}, clientInfo = { name: 'rig', version: '1' } } = {}) {
    const result = await this.request('initialize', { protocolVersion, capabilities, clientInfo });
    this.notify('notifications/initialized');
    return result;
  }

  /** Every page of a list method, joined. */
  async listAll(method, member) {
    const all = [];
    for (let cursor; ; ) {
      const page = await this.request(method, cursor === undefined ? {} : { cursor });
      all.push(...(page[member] ?? []));
      if (page.nextCursor === undefined) return all;
      cursor = page.nextCursor;
    }
  }

  /** Resolves with the next (or an already seen, not yet taken) notification of `method`. */
  notification(method) {
    const at = this.notifications.findIndex((n) => n.method === method);
    if (at >= 0) return Promise.resolve(this.notifications.splice(at, 1)[0]);
    return new Promise((resolve) => this.waiters.push({ method, resolve }));
  }

  /** Closes stdin and resolves with exit code, signal and the milliseconds it took; kills after `limit` ms. */
  async close(limit = 5000) {
    const from = process.hrtime.bigint();
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), limit);
    const { code, signal } = await this.exited;
    clearTimeout(timer);
    return { code, signal, ms: Number(process.hrtime.bigint() - from) / 1e6 };
  }

  #line(bytes) {
    if (bytes.length === 0) return;
    let frame;
    try {
      frame = JSON.parse(bytes.toString('utf8'));
    } catch {
      this.junk.push(bytes.toString('utf8'));
      return;
    }
    if (frame.method !== undefined && frame.id !== undefined) this.#serve(frame);
    else if (frame.method !== undefined) this.#notified(frame);
    else {
      const waiting = this.pending.get(JSON.stringify(frame.id));
      this.pending.delete(JSON.stringify(frame.id));
      waiting?.resolve(Object.assign(frame, { raw: bytes }));
    }
  }

  async #serve({ id, method, params }) {
    const handler = this.handlers.get(method);
    if (!handler) return this.send({ jsonrpc: '2.0', id, error: { code: -32601, message: `no ${method} here` } });
    this.send({ jsonrpc: '2.0', id, result: await handler(params) });
  }

  #notified(frame) {
    const at = this.waiters.findIndex((w) => w.method === frame.method);
    if (at >= 0) this.waiters.splice(at, 1)[0].resolve(frame);
    else this.notifications.push(frame);
  }

  #failAll(error) {
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}
