#!/usr/bin/env node
// The bench: see README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { judged, kindOf } from './lib/bars.mjs';
import { fillCatalog } from './lib/catalog.mjs';
import { entriesOf } from './lib/entries.mjs';
import { buildAll, BENCH, measure, program } from './lib/native.mjs';
import { subject, workspace } from './lib/subject.mjs';
import { comparisonTable, figuresTable } from './lib/table.mjs';

const PARTS = ['size', 'start', 'fleet', 'tokens', 'calls', 'remote', 'large', 'idle', 'eager'];

const USAGE = `usage: LAZYMCP=target/lazymcp bench/run.sh [options]

  --smoke              a short run that fails on gross regressions only
  --strict             fail when a bar is missed
  --only PART          ${PARTS.join(', ')}; may be repeated
  --json FILE          write the figures and what they were made of
  --servers FILE       the session's entries, {"mcpServers": …} as clients have it
  --stub-command CMD   measure this in place of "LAZYMCP wrap"; "--name NAME -- SERVER…" is appended
  LAZYMCP_BASE=FILE    a second binary, measured in the same rounds and compared with the first`;

class UsageError extends Error {}

function options() {
  const flag = { type: 'boolean', default: false };
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        smoke: flag, strict: flag, help: flag,
        only: { type: 'string', multiple: true, default: PARTS },
        json: { type: 'string' },
        servers: { type: 'string' },
        'stub-command': { type: 'string' },
      },
    }));
  } catch (error) {
    throw new UsageError(error.message);
  }
  const unknown = values.only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new UsageError(`no part ${unknown}`);
  return values;
}

function subjectsOf({ 'stub-command': command }, directory) {
  const { LAZYMCP: binary = join(dirname(BENCH), 'target/lazymcp'), LAZYMCP_BASE: base } = process.env;
  const sources = command === undefined ? { lazymcp: { binary: resolve(binary) } } : { lazymcp: { command } };
  if (base) sources.base = { binary: resolve(base) };
  return Object.entries(sources).map(([label, source]) => subject(label, source, directory));
}

/** Others at work stretch every time here; ratios bear it, up to a point. */
function warnWhenBusy() {
  const [load] = loadavg();
  if (load > cpus().length / 2) console.error(`the machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): trust ratios, not times`);
}

function machine() {
  const [{ model }] = cpus();
  return { cpu: model, cores: cpus().length, kernel: release().split('.').slice(0, 2).join('.'), node: process.version, load: loadavg()[0] };
}

/** What the parts work with; `pick(full, smoke)` chooses how long they measure. */
function contextOf(values) {
  const directory = workspace();
  const log = join(directory, 'stderr.log');
  const subjects = subjectsOf(values, directory);
  const { kind, entries } = entriesOf(values);
  let warmed;
  return {
    smoke: values.smoke,
    subjects,
    kind,
    entries,
    floor: { label: 'c', commands: [[program('stub')]] },
    pick: (full, smoke) => (values.smoke ? smoke : full),
    measure: (mode, candidates, settings) => measure(mode, candidates, settings, log),
    warmUp: () => (warmed ??= Promise.all(subjects.map((s) => fillCatalog(s, entries)))),
  };
}

async function runParts(names, context) {
  const outcome = { figures: {}, comparisons: [], detail: {}, errors: {} };
  for (const name of names) {
    const started = Date.now();
    process.stderr.write(`${name} … `);
    try {
      const { run } = await import(`./rows/${name}.mjs`);
      const { figures, comparisons, detail } = await run(context);
      for (const [key, figure] of Object.entries(figures)) outcome.figures[key] = { ...figure, kind: kindOf(key) };
      outcome.comparisons.push(...(comparisons || []));
      if (detail) outcome.detail[name] = detail;
      process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      outcome.errors[name] = error.message;
      process.stderr.write(`failed\n${error.message}\n`);
    }
  }
  return outcome;
}

function report(values, context, outcome, machineThen) {
  const rows = judged(outcome.figures, values);
  console.log(`${figuresTable(rows, values)}\n\n${context.entries.length} entries: ${context.kind} servers`);
  if (outcome.comparisons.length > 0) console.log(`\n${comparisonTable(outcome.comparisons)}`);
  if (values.json !== undefined) {
    mkdirSync(dirname(resolve(values.json)), { recursive: true });
    const record = { when: new Date().toISOString(), mode: values.smoke ? 'smoke' : 'full', servers: context.kind, machine: machineThen, rows: rows.map(({ key, value, verdict }) => ({ key, value, verdict })) };
    writeFileSync(values.json, `${JSON.stringify({ ...record, ...outcome }, null, 1)}\n`);
  }
  return rows.filter(({ verdict }) => verdict === 'MISS');
}

async function main() {
  const values = options();
  if (values.help) return console.log(USAGE);
  buildAll();
  warnWhenBusy();
  const measuredOn = machine();
  const context = contextOf(values);
  const outcome = await runParts(values.only, context);
  const missed = report(values, context, outcome, measuredOn);
  const failed = Object.keys(outcome.errors);
  if (failed.length > 0) console.error(`\nnot measured: ${failed.join(', ')}`);
  if (failed.length > 0 || (missed.length > 0 && (values.smoke || values.strict))) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : `bench: ${error.message}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
