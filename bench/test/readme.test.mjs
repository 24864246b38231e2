import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check, update } from '../lib/readme.mjs';

const figures = {
  start_ratio: { value: 3.1, kind: 'ratio' },
  binary_mb: { value: 20, kind: 'size' },
  eager_tokens: { value: 121477, kind: 'count' },
  missing: { value: null, kind: 'ratio' },
};
const marked = (key, shown, extra = '') => `text <!-- bench:${key}${extra} -->${shown}<!-- /bench --> text`;
const faults = (text) => check(text, figures).map(({ fault }) => fault);

test('a figure inside its tolerance passes, outside it fails, on both sides', () => {
  for (const shown of ['3.1', '4.1', '2.1']) assert.deepEqual(faults(marked('start_ratio', shown)), []);
  for (const shown of ['4.3', '1.9']) assert.match(faults(marked('start_ratio', shown))[0], /measured 3\.100/);
  assert.deepEqual(faults(marked('binary_mb', '22.9 MB')), []);
  assert.equal(faults(marked('binary_mb', '23.2 MB')).length, 1);
});

test('a mark may state its own tolerance', () => {
  assert.equal(faults(marked('start_ratio', '3.5', ' ±5%')).length, 1);
  assert.deepEqual(faults(marked('start_ratio', '5', ' ± 80 %')), []);
});

test('an update rounds like the old figure, unless that would distort the new one', () => {
  const updated = (shown, value) => update(marked('x', shown), { x: { value, kind: 'size' } });
  assert.equal(updated('30', 41.4), marked('x', '41'));
  assert.equal(updated('3', 0.44), marked('x', '0.44'));
  assert.equal(updated('3.0', 0), marked('x', '0.0'));
});

test('thousands separators are read and kept', () => {
  assert.deepEqual(faults(marked('eager_tokens', '121,000')), []);
  assert.equal(update(marked('eager_tokens', '**99,000** tokens'), figures), marked('eager_tokens', '**121,477** tokens'));
});

test('what was not measured, an unknown key and a text instead of a number fail', () => {
  for (const text of [marked('missing', '1'), marked('nonsense', '1')]) assert.deepEqual(faults(text), ['the run did not measure it']);
  assert.match(faults(marked('start_ratio', 'fast'))[0], /holds no number/);
});

test('a text without marks, or with one that is not closed, fails', () => {
  assert.deepEqual(faults('nothing here'), ['no figure is marked']);
  assert.deepEqual(faults(`${marked('start_ratio', '3.1')} <!-- bench:binary_mb -->20`), ['1 mark(s) are not closed']);
});

test('faults say the line', () => assert.equal(check(`a\nb\n${marked('start_ratio', '9')}`, figures)[0].line, 3));

test('an update keeps decimals, words and the rest of the text, and what it wrote passes', () => {
  const text = `${marked('start_ratio', '9.9 ×')}\n$& ${marked('binary_mb', '1 MB', ' ±3%')}`;
  const updated = update(text, figures);
  assert.equal(updated, `${marked('start_ratio', '3.1 ×')}\n$& ${marked('binary_mb', '20 MB', ' ±3%')}`);
  assert.deepEqual(check(updated, figures), []);
});

test('the command fails on drift, repairs it on request, and then passes', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'readme-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const readme = join(directory, 'README.md');
  const results = join(directory, 'results.json');
  writeFileSync(readme, marked('start_ratio', '30'));
  writeFileSync(results, JSON.stringify({ figures }));
  const command = fileURLToPath(new URL('../check-readme.mjs', import.meta.url));
  const run = (...options) => spawnSync(process.execPath, [command, ...options, readme, results], { encoding: 'utf8' });
  const drifted = run();
  assert.equal(drifted.status, 1);
  assert.match(drifted.stderr, /README\.md:1: start_ratio: says 30/);
  assert.equal(run('--update').status, 0);
  assert.equal(run().status, 0);
  assert.equal(readFileSync(readme, 'utf8'), marked('start_ratio', '3.1'));
});
