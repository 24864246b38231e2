/** The conformance suite's server scenarios: which are required, a run of them, and what it left. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { installed, modernNode } from './node.mjs';

const SUITE = 'node_modules/@modelcontextprotocol/conformance';

/** @returns {string[]} the scenarios that decide, as the suite itself lists them */
export function requiredScenarios(revision) {
  const file = installed(`${SUITE}/requirements/${revision}.yaml`, 'conformance');
  return parseYaml(fs.readFileSync(file, 'utf8')).server;
}

/**
 * Runs the scenarios of `revision` against the server at `url`. The suite's exit code is not asked: the checks themselves are read.
 * @returns {Promise<Record<string, object[]>>} the checks of each scenario
 */
export async function runServerScenarios(url, revision, output) {
  const suite = installed(`${SUITE}/dist/index.js`, 'conformance');
  const args = [suite, 'server', '--url', url, '--requirements', revision, '--output-dir', output];
  const child = spawn(modernNode(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  const scenarios = readResults(output);
  if (Object.keys(scenarios).length === 0) throw new Error(`the suite left no results:\n${said}`);
  return scenarios;
}

/** The suite writes `server-SCENARIO-TIMESTAMP/checks.json`. */
function readResults(output) {
  const scenarios = {};
  for (const directory of fs.readdirSync(output).sort()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(directory)?.[1];
    if (scenario === undefined) throw new Error(`the suite left a result of unknown form: ${directory}`);
    scenarios[scenario] = JSON.parse(fs.readFileSync(path.join(output, directory, 'checks.json'), 'utf8'));
  }
  return scenarios;
}
