#!/usr/bin/env node
/**
 * Runs the server scenarios that revision 2025-11-25 requires against the fixture server, directly and through lazymcp,
 * and compares every check, with what it saw.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json]
 *     node run.mjs --direct-only [--json]
 *
 * direct  bridge → fixture
 * cold    bridge → lazymcp → fixture, with a new, empty LAZYMCP_HOME in each session: no session knows anything
 * warm    the same with one LAZYMCP_HOME, in which one session has activated the fixture before
 */
import path from 'node:path';
import { lazymcpExecutable, temporaryDirectory, warmUp, wrapArgs } from '../lib/lazymcp.mjs';
import { modernNode, RIGS } from '../lib/node.mjs';
import { flags, progress, runRig, table } from '../lib/report.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';
import { requiredScenarios, runServerScenarios } from '../lib/suite.mjs';
import { startBridge } from './bridge.mjs';
import { differences, EXPECTED_WHEN_COLD, EXPECTED_WHEN_WARM, judge } from './compare.mjs';

const REVISION = '2025-11-25';
const NAME = 'fixture';
const SERVER = { command: modernNode(), args: [path.join(RIGS, 'conformance/fixture-server.mjs')] };

async function main() {
  const given = flags(process.argv.slice(2), ['--direct-only', '--json'], 'run.mjs [--direct-only] [--json]');
  const say = progress();
  const required = requiredScenarios(REVISION);
  const columns = given.has('--direct-only') ? { direct: directColumn() } : allColumns();
  const results = {};
  for (const [column, prepare] of Object.entries(columns)) {
    say(`${column}: ${required.length} required scenarios`);
    results[column] = await runColumn(column, await prepare());
  }
  const problems = findProblems(required, results);
  if (given.has('--json')) console.log(JSON.stringify({ revision: REVISION, required, results, problems }, null, 2));
  else print(required, results, problems);
  return problems.length === 0;
}

/** Each column prepares what its bridge starts: `{command, args, env()}`. */
const directColumn = () => async () => ({ ...SERVER, env: () => process.env });

function allColumns() {
  const executable = lazymcpExecutable();
  const stub = { command: executable, args: wrapArgs({ name: NAME, expose: 'full', ...SERVER }) };
  const inHome = (home) => ({ ...process.env, LAZYMCP_HOME: home });
  return {
    direct: directColumn(),
    cold: async () => ({ ...stub, env: () => inHome(temporaryDirectory('cold')) }),
    warm: async () => {
      const env = inHome(temporaryDirectory('warm'));
      await warmUp({ executable, name: NAME, ...SERVER, env });
      return { ...stub, env: () => env };
    },
  };
}

/** @returns {Promise<{scenarios: Record<string, object[]>, ends: object[], log: string[]}>} the checks of each scenario */
async function runColumn(column, server) {
  await preflight(column, server);
  const output = temporaryDirectory(`results-${column}`);
  const log = [];
  const bridge = await startBridge({ ...server, log: (line) => log.push(line) });
  try {
    const scenarios = await runServerScenarios(bridge.url, REVISION, output);
    return { scenarios, ends: await bridge.close(), log };
  } finally {
    await bridge.close();
  }
}

/** A server that cannot even start would cost the suite's time-out in each scenario, and hide the reason. */
async function preflight(column, { command, args, env }) {
  const client = new StdioClient(command, args, { env: env() });
  try {
    await client.initialize();
  } catch (error) {
    throw new Error(`${column}: ${command} ${args.join(' ')} does not answer initialize: ${error.message}`);
  } finally {
    await client.close();
  }
}

/** @returns {string[]} all that must not be */
function findProblems(required, { direct, cold, warm }) {
  const problems = [];
  for (const [column, result] of Object.entries({ direct, cold, warm })) {
    if (result === undefined) continue;
    problems.push(...judge(required, result.scenarios).map((problem) => `${column}: ${problem}`));
    const bad = result.ends.filter(({ code }) => code !== 0);
    if (bad.length > 0) {
      problems.push(`${column}: ${bad.length} of ${result.ends.length} processes did not end with 0 when their stdin closed: ${JSON.stringify(bad)}`);
    }
  }
  const compare = (column, result, expected) =>
    problems.push(...differences(direct.scenarios, result.scenarios, expected).map((problem) => `${column}: ${problem}`));
  if (cold) compare('cold', cold, EXPECTED_WHEN_COLD);
  if (warm) compare('warm', warm, EXPECTED_WHEN_WARM);
  return problems;
}

function print(required, results, problems) {
  const columns = Object.keys(results);
  const scenarios = [...required, ...Object.keys(results.direct.scenarios).filter((name) => !required.includes(name))];
  const rows = scenarios.map((scenario) => [
    required.includes(scenario) ? scenario : `(${scenario})`,
    ...columns.map((column) => score(results[column].scenarios[scenario])),
  ]);
  console.log(table([`scenario, ${REVISION}`, ...columns], [...rows, ['all required', ...columns.map((c) => total(required, results[c]))]]));
  console.log('passed/failed checks; (in brackets): run by the suite, not required by the revision');
  printExpected(columns);
  console.log(problems.length === 0 ? '\nno problem' : `\n${problems.length} problems:\n${problems.map((p) => `  ${p}`).join('\n')}`);
}

/** What the columns say of differences that have to be there. */
function printExpected(columns) {
  for (const [column, expected] of Object.entries({ cold: EXPECTED_WHEN_COLD, warm: EXPECTED_WHEN_WARM })) {
    if (!columns.includes(column)) continue;
    console.log(`\nWhat the checks of ${column} saw differs from direct, as it has to, in:`);
    for (const { scenario, why } of expected) console.log(`  ${scenario}: ${why}`);
  }
}

const count = (checks, status) => checks.filter((check) => check.status === status).length;
const score = (checks = []) => `${count(checks, 'SUCCESS')}/${count(checks, 'FAILURE')}`;
const total = (required, { scenarios }) => score(required.flatMap((scenario) => scenarios[scenario] ?? []));

await runRig(main);
