/** The servers rig itself: what it says of a stub that does everything right, and of one that does one thing wrong. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { RIGS } from '../lib/node.mjs';
import { tryServer } from '../servers/trial.mjs';

const DOUBLE = path.join(RIGS, 'doubles/lazy-stub.mjs');
const tryDouble = (fault) =>
  tryServer({
    name: 'fixture',
    command: process.execPath,
    args: [path.join(RIGS, 'conformance/fixture-server.mjs')],
    env: { ...process.env, RIG_FAULT: fault ?? '' },
  }, DOUBLE);

test('a faithful stub passes', async () => {
  const report = await tryDouble();
  assert.deepEqual(report.problems, []);
  assert.equal(report.direct.toolCount, 13);
  assert.equal(report.tiny.toolCount, 13);
  assert.equal(report.full.toolCount, 13);
});

const FAULTS = {
  drop: /^tiny: active, its tools are not the server's: missing at position 12/,
  reorder: /^tiny: active, its tools are not the server's: at position 0/,
  respell: /^tiny: active, its tools are not the server's: at position 0: byte 9/,
  stale: /^full: asleep and known, the list is not the server's: at position 0/,
  eager: /^tiny: asleep, but there is a process/,
  orphan: /^tiny: closed, it leaves \d+ sleep/,
  exit: /^tiny: closed, it ends with exit code 3/,
};

for (const [fault, message] of Object.entries(FAULTS)) {
  test(`a stub with the fault '${fault}' fails`, async () => {
    const { problems } = await tryDouble(fault);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0], message);
  });
}

test('a stub that does not start is reported with what it said', async () => {
  const server = { name: 'fixture', command: process.execPath, args: ['-e', 'console.error("no such luck"); process.exit(1)'], env: process.env };
  const { problems } = await tryServer(server, DOUBLE);
  assert.equal(problems.length, 1);
  assert.match(problems[0], /^direct: .*no such luck/s);
});
