#!/usr/bin/env node
/**
 * Runs the server scenarios that revision 2026-07-28 requires against the fixture, directly and through lazymcp.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json]
 *     node run.mjs --direct-only [--json]
 *
 * direct  bridge → fixture
 * warm    bridge → lazymcp → fixture, with a LAZYMCP_HOME in which one session has activated the fixture before
 */
import path from 'node:path';
import { judge } from '../conformance/compare.mjs';
import { lazymcpExecutable, temporaryDirectory, warmUp, wrapArgs } from '../lib/lazymcp.mjs';
import { modernNode, RIGS } from '../lib/node.mjs';
import { flags, progress, runRig, table } from '../lib/report.mjs';
import { requiredScenarios, runServerScenarios } from '../lib/suite.mjs';
import { startModernBridge } from './bridge.mjs';

const REVISION = '2026-07-28';
const NAME = 'modern';
const SERVER = { command: modernNode(), args: [path.join(RIGS, 'modern/fixture.mjs')] };

async function main() {
  const given = flags(process.argv.slice(2), ['--direct-only', '--json'], 'run.mjs [--direct-only] [--json]');
  const say = progress();
  const required = requiredScenarios(REVISION);
  const columns = { direct: SERVER };
  if (!given.has('--direct-only')) columns.warm = await warm();
  const results = {};
  const problems = [];
  for (const [column, server] of Object.entries(columns)) {
    say(`${column}: ${required.length} required scenarios`);
    const { scenarios, end } = await run(column, server);
    results[column] = scenarios;
    problems.push(...judge(required, scenarios).map((problem) => `${column}: ${problem}`));
    if (end.code !== 0) problems.push(`${column}: the server did not end with 0 when its stdin closed: ${JSON.stringify(end)}`);
  }
  if (given.has('--json')) console.log(JSON.stringify({ revision: REVISION, required, results, problems }, null, 2));
  else print(required, results, problems);
  return problems.length === 0;
}

async function warm() {
  const executable = lazymcpExecutable();
  const env = { ...process.env, LAZYMCP_HOME: temporaryDirectory('warm') };
  await warmUp({ executable, name: NAME, ...SERVER, env });
  return { command: executable, args: wrapArgs({ name: NAME, expose: 'full', ...SERVER }), env };
}

async function run(column, server) {
  const bridge = await startModernBridge(server);
  let scenarios;
  let end;
  try {
    scenarios = await runServerScenarios(bridge.url, REVISION, temporaryDirectory(`results-${column}`));
  } finally {
    end = await bridge.close();
  }
  return { scenarios, end };
}

function print(required, results, problems) {
  const columns = Object.keys(results);
  const count = (checks, status) => checks.filter((check) => check.status === status).length;
  const score = (checks = []) => `${count(checks, 'SUCCESS')}/${count(checks, 'FAILURE')}`;
  const rows = required.map((scenario) => [scenario, ...columns.map((column) => score(results[column][scenario]))]);
  const total = columns.map((column) => score(required.flatMap((scenario) => results[column][scenario] ?? [])));
  console.log(table([`scenario, ${REVISION}`, ...columns], [...rows, ['all required', ...total]]));
  console.log('passed/failed checks');
  console.log(problems.length === 0 ? '\nno problem' : `\n${problems.length} problems:\n${problems.map((p) => `  ${p}`).join('\n')}`);
}

await runRig(main);
