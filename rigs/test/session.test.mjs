/** The clients rig itself, with a small client, against a stub that does everything right or one thing wrong. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { anthropic } from '../clients/models/anthropic.mjs';
import { runSession } from '../clients/session.mjs';
import { RIGS } from '../lib/node.mjs';

const double = (file) => path.join(RIGS, 'doubles', file);

const program = {
  name: 'double',
  dialect: anthropic,
  relists: true,
  toolName: (server, tool) => `mcp__${server}__${tool}`,
  prepare({ home, server: { name, ...entry }, model }) {
    const config = path.join(home, 'mcp.json');
    fs.writeFileSync(config, JSON.stringify({ mcpServers: { [name]: entry } }));
    return { args: [double('client.mjs'), config, model], env: {} };
  },
};

const trySession = (waking, fault = '') =>
  runSession(program, waking, {
    executable: double('lazy-stub.mjs'),
    clientCommand: process.execPath,
    server: { command: process.execPath, args: [double('everything.mjs')] },
    env: { PATH: process.env.PATH, RIG_FAULT: fault },
  });

for (const waking of ['call', 'bare']) {
  test(`a faithful stub passes, woken by ${waking}`, async () => {
    const { facts, problems } = await trySession(waking);
    assert.deepEqual(problems, []);
    assert.deepEqual({ ...facts, toolBytesAtFirst: 0 }, {
      turns: 3, toolsAtFirst: 1, toolBytesAtFirst: 0, serversAtFirst: 0, first: true, second: true, leftBehind: 0,
    });
  });
}

const FAULTS = {
  eager: /^at the first request the server runs already/,
  mute: /^the request after activation lacks mcp__everything__echo/,
  orphan: /^left after the session: \d+ sleep/,
};

for (const [fault, message] of Object.entries(FAULTS)) {
  test(`a stub with the fault '${fault}' fails`, async () => {
    const { problems } = await trySession('call', fault);
    assert.ok(problems.some((problem) => message.test(problem)), problems.join('\n'));
  });
}

test('a client that ends early fails', async () => {
  const { problems } = await runSession({ ...program, prepare: () => ({ args: ['-e', 'process.exit(7)'], env: {} }) }, 'call', {
    executable: double('lazy-stub.mjs'),
    clientCommand: process.execPath,
    server: { command: process.execPath, args: [double('everything.mjs')] },
    env: { PATH: process.env.PATH },
  });
  assert.ok(problems.includes('the client asked the model 0 times, not 3'), problems.join('\n'));
  assert.ok(problems.includes('the client ended with exit code 7'), problems.join('\n'));
});
