import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { judged, kindOf, ROWS, verdict } from '../lib/bars.mjs';
import { few } from '../lib/catalog.mjs';
import { entriesOf } from '../lib/entries.mjs';
import { TOLERANCE } from '../lib/readme.mjs';
import { number, table } from '../lib/table.mjs';
import { mappings } from '../pages.mjs';
import { tree } from '../rows/eager.mjs';
import { toolTokens } from '../rows/tokens.mjs';

const row = { key: 'x', bar: 4, reach: 2, smoke: 2 };

test('verdicts: at a bar is passed, behind it missed, and the reach is its own', () => {
  assert.deepEqual([2, 2.1, 4, 4.1].map((value) => verdict(row, value)), ['reached', 'pass', 'pass', 'MISS']);
  const most = { ...row, reach: 8, atLeast: true };
  assert.deepEqual([8, 7, 4, 3.9].map((value) => verdict(most, value)), ['reached', 'pass', 'pass', 'MISS']);
  assert.equal(verdict({ key: 'x' }, 1), null);
});

test('a smoke run allows its margin, and judges nothing that depends on the machine', () => {
  assert.deepEqual([8, 8.1].map((value) => verdict(row, value, { smoke: true })), ['pass', 'MISS']);
  assert.equal(verdict({ ...row, smoke: undefined }, 1e9, { smoke: true }), null);
  const times = ROWS.filter(({ unit }) => ['ms', 's', 'µs'].includes(unit));
  assert.ok(times.length > 3 && times.every(({ smoke }) => smoke === undefined));
});

test('a smoke limit is never stricter than the bar', () => {
  for (const { key, smoke, atLeast } of ROWS.filter(({ smoke }) => smoke !== undefined)) assert.ok(atLeast ? smoke < 1 : smoke > 1, key);
});

test('rows without a figure are left out, and every kind of figure has a tolerance', () => {
  assert.deepEqual(judged({ binary_mb: { value: 40 } }, {}).map(({ key, verdict: result }) => [key, result]), [['binary_mb', 'MISS']]);
  for (const { key } of ROWS) assert.ok(TOLERANCE[kindOf(key)] > 0, key);
});

test('columns of numbers align right, and numbers have separators', () => {
  assert.equal(table(['a', 'n'], [['20 µs', '1'], ['b', '10']], [1]), 'a       n\n─────  ──\n20 µs   1\nb      10');
  assert.equal(number(1234567.891, 1), '1,234,567.9');
});

test('tasks keep their order, and no more run at once than allowed', async () => {
  let running = 0;
  let most = 0;
  const task = (n) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5 - n));
    running--;
    return n;
  };
  assert.deepEqual(await few(2, [0, 1, 2, 3].map(task)), [0, 1, 2, 3]);
  assert.equal(most, 2);
});

test('a process tree holds what was started by what was started', () => {
  const parents = new Map([[5, 4], [2, 1], [3, 2], [4, 3], [9, 1]]);
  assert.deepEqual(tree(2, parents).sort(), [2, 3, 4, 5]);
});

test('tokens count what a prompt holds: output schemas and annotations are not in it, control words are text', () => {
  const tool = { name: 'a', description: '<|endoftext|>', inputSchema: { type: 'object' } };
  const plain = toolTokens([tool]);
  assert.ok(plain > 10 && plain < 40, String(plain));
  assert.equal(toolTokens([{ ...tool, outputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }]), plain);
  assert.equal(toolTokens([tool, tool]), 2 * plain);
});

test("a client's own config gives the entries, remote ones aside", (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'entries-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { a: { command: 'node', args: ['x y'], env: { K: 'v' } }, b: { url: 'https://example.org' } } }));
  assert.deepEqual(entriesOf({ servers: file }), { kind: 'own', entries: [{ name: 'a', command: ['node', 'x y'], env: { K: 'v' } }] });
  assert.equal(entriesOf({ smoke: true }).entries.length, 20);
});

test('mappings are read from smaps', () => {
  const smaps = '00400000-00401000 r-xp 00000000 fe:00 12   /bin/a b\nSize:   4 kB\nRss:    4 kB\nVmFlags: rd ex\n7f00-7f01 rw-p 00000000 00:00 0 \nSize:  8 kB\nPrivate_Dirty: 8 kB\n';
  assert.deepEqual(mappings(smaps), [
    { range: '00400000-00401000', permissions: 'r-xp', file: '/bin/a b', Size: 4, Rss: 4 },
    { range: '7f00-7f01', permissions: 'rw-p', file: '(anonymous)', Size: 8, Private_Dirty: 8 },
  ]);
});

test('the command: a missing binary is an error, bad options are usage', () => {
  const run = (args, env = {}) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('../run.mjs', import.meta.url)), ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
  const missing = run(['--only', 'size'], { LAZYMCP: '/nowhere/lazymcp' });
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /\/nowhere\/lazymcp/);
  assert.equal(run(['--only', 'nonsense']).status, 2);
  assert.equal(run(['--nonsense']).status, 2);
});
