#!/usr/bin/env node
// pages.mjs [--count N] -- COMMAND…: starts N dormant stubs and shows which pages of the last one are its own, mapping by mapping.
// What makes a fleet expensive is in the column `dirty`: pages that were copied because somebody wrote to them.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StdioClient } from '../rigs/lib/stdio-client.mjs';
import { number, table } from './lib/table.mjs';

const FIELDS = ['Size', 'Rss', 'Pss', 'Shared_Clean', 'Private_Clean', 'Private_Dirty'];

/** The mappings of /proc/PID/smaps: `{range, permissions, file, Size, Rss, …}` in kB. */
export function mappings(smaps) {
  const found = [];
  for (const line of smaps.split('\n')) {
    const head = line.match(/^([0-9a-f]+-[0-9a-f]+) (\S{4}) (\S+) \S+ \S+\s*(.*)$/);
    if (head) found.push({ range: head[1], permissions: head[2], file: head[4] || '(anonymous)' });
    const [, field, kb] = line.match(/^(\w+):\s+(\d+) kB/) ?? [];
    if (FIELDS.includes(field)) found.at(-1)[field] = Number(kb);
  }
  return found;
}

async function main() {
  const { values, positionals } = parseArgs({ options: { count: { type: 'string', default: '20' } }, allowPositionals: true });
  if (positionals.length === 0) throw new Error('usage: pages.mjs [--count N] -- COMMAND…');
  const [command, ...args] = positionals;
  const fleet = Array.from({ length: Number(values.count) }, () => new StdioClient(command, args));
  await Promise.all(fleet.map((client) => client.initialize().then(() => client.request('tools/list', {}))));
  await sleep(1000);
  const found = mappings(readFileSync(`/proc/${fleet.at(-1).pid}/smaps`, 'latin1')).filter(({ Rss }) => Rss > 0);
  const cells = (row) => FIELDS.map((field) => number(row[field], 0));
  const total = Object.fromEntries(FIELDS.map((field) => [field, found.reduce((sum, row) => sum + row[field], 0)]));
  const rows = found.map((row) => [basename(row.file), row.permissions, ...cells(row)]);
  console.log(table(['mapping', '', ...FIELDS.map((field) => field.replace('_', ' ').toLowerCase())], [...rows, ['all, kB', '', ...cells(total)]], [2, 3, 4, 5, 6, 7]));
  await Promise.all(fleet.map((client) => client.close()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
