#!/usr/bin/env node
// An echo server with one fault, for the tests of the driver: what it must not take for a good answer.
import { createInterface } from 'node:readline';

const fault = process.argv[2];
const write = (frame) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
let calls = 0;

function call(id, { arguments: { text: sent, bytes } }) {
  calls++;
  if (bytes !== undefined) return write({ id, result: text(fault === 'small' ? 'too large for me' : 'y'.repeat(bytes)) });
  if (fault === 'error') return write({ id, error: { code: -32603, message: 'broken on purpose' } });
  if (fault === 'wrong-text' && calls > 1) return write({ id, result: text('something else') });
  write({ id, result: text(sent) });
  if (fault === 'twice' && calls > 1) write({ id, result: text(sent) });
  if (fault === 'dies' && calls > 1) process.exit(3);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'tools/call') call(id, params);
  else if (id !== undefined) {
    write({ method: 'notifications/message', params: { id, level: 'info', data: 'no answer, although it mentions the "id":1 in vain' } });
    write({ id, result: {} });
  }
});
if (fault === 'restless') setInterval(() => {}, 10);
if (fault === 'stubborn') setInterval(() => {}, 60_000);
