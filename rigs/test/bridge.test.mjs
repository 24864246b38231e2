import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { isLocal, startBridge, streamFor } from '../conformance/bridge.mjs';

test('only this machine by its own names is local', () => {
  for (const host of ['localhost', 'localhost:1', '127.0.0.1:8080', '[::1]:8080']) assert.ok(isLocal({ host }), host);
  for (const host of [undefined, '', 'evil.example.com', 'localhost.evil.example.com', '127.0.0.1.evil.example.com:80', 'evil@']) {
    assert.ok(!isLocal({ host }), String(host));
  }
  assert.ok(isLocal({ host: 'localhost:1', origin: 'http://localhost:2' }));
  for (const origin of ['http://evil.example.com', 'null', 'http://localhost.evil.example.com', '']) {
    assert.ok(!isLocal({ host: 'localhost', origin }), origin);
  }
});

test('messages of the server find their stream', () => {
  const inFlight = new Map([[0, { progressToken: 'p' }], ['0', {}], [1, { progressToken: 0 }]]);
  const progress = (progressToken) => ({ method: 'notifications/progress', params: { progressToken } });
  assert.equal(streamFor(inFlight, progress('p')), 0);
  assert.equal(streamFor(inFlight, progress(0)), 1);
  assert.equal(streamFor(inFlight, progress('gone')), undefined);
  assert.equal(streamFor(inFlight, { method: 'sampling/createMessage', id: 0 }), 1);
  assert.equal(streamFor(inFlight, { method: 'notifications/message' }), 1);
  assert.equal(streamFor(inFlight, { method: 'notifications/tools/list_changed' }), undefined);
  assert.equal(streamFor(inFlight, { method: 'notifications/resources/updated' }), undefined);
  assert.equal(streamFor(new Map(), { method: 'notifications/message' }), undefined);
});

/** A server that answers every request with its environment's WHO, after a line of noise. */
const ECHO = `
  console.log('noise');
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { who: process.env.WHO } }));
  });`;

async function withBridge(work) {
  let sessions = 0;
  const log = [];
  const env = () => ({ ...process.env, WHO: String(++sessions) });
  const bridge = await startBridge({ command: process.execPath, args: ['-e', ECHO], env, log: (line) => log.push(line) });
  try {
    await work(bridge, log);
  } finally {
    await bridge.close();
  }
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

async function post(url, method, params, headers = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
  const data = /^data: (.*)$/m.exec(await response.text())?.[1];
  return { status: response.status, session: response.headers.get('mcp-session-id'), result: data && JSON.parse(data).result };
}

test('each session has a process of its own, which ends with it', async () => {
  await withBridge(async (bridge, log) => {
    const one = await post(bridge.url, 'initialize', INITIALIZE);
    const two = await post(bridge.url, 'initialize', INITIALIZE);
    assert.equal(one.result.who, '1');
    assert.equal(two.result.who, '2');
    assert.equal((await post(bridge.url, 'ping', {}, { 'mcp-session-id': one.session })).result.who, '1');
    const deleted = await fetch(bridge.url, { method: 'DELETE', headers: { 'mcp-session-id': one.session } });
    assert.equal(deleted.status, 200);
    assert.equal((await post(bridge.url, 'ping', {}, { 'mcp-session-id': one.session })).status, 404);
    assert.equal((await post(bridge.url, 'ping', {}, { 'mcp-session-id': two.session })).result.who, '2');
    const ends = await bridge.close();
    assert.deepEqual(ends, [{ code: 0, signal: null }, { code: 0, signal: null }]);
    assert.deepEqual(log, ['not a message: noise', 'not a message: noise']);
  });
});

test('no session, no process: wrong beginnings are refused', async () => {
  await withBridge(async (bridge) => {
    assert.equal((await post(bridge.url, 'ping', {})).status, 400);
    assert.equal((await post(bridge.url, 'ping', {}, { 'mcp-session-id': 'unknown' })).status, 404);
    assert.equal((await post(bridge.url, 'initialize', INITIALIZE, { origin: 'http://evil.example.com' })).status, 403);
    assert.equal(await statusForHost(bridge.url, 'evil.example.com'), 403);
    assert.deepEqual(await bridge.close(), []);
  });
});

/** fetch() does not let one set Host. */
function statusForHost(url, host) {
  return new Promise((resolve, reject) => {
    http.request(url, { method: 'POST', headers: { host } }, (response) => resolve(response.resume().statusCode)).once('error', reject).end();
  });
}
