#!/usr/bin/env node
// check-readme.mjs [--update] README.md RESULTS.json: the figures of a text are those that were measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { check, update } from './lib/readme.mjs';

const { values, positionals } = parseArgs({ options: { update: { type: 'boolean' } }, allowPositionals: true });
const [readme, results] = positionals;
if (results === undefined || positionals.length > 2) {
  console.error('usage: check-readme.mjs [--update] README.md RESULTS.json');
  process.exit(2);
}

const { figures } = JSON.parse(readFileSync(results, 'utf8'));
let text = readFileSync(readme, 'utf8');
if (values.update) {
  text = update(text, figures);
  writeFileSync(readme, text);
}
const faults = check(text, figures);
for (const { key, line, fault } of faults) console.error(`${readme}:${line}: ${key}: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
