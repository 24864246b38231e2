#!/usr/bin/env node
/**
 * Real servers through lazymcp, against the same servers without it.
 *
 *     LAZYMCP=path/to/lazymcp node run.mjs [--json] [NAME…]
 *     node run.mjs --direct-only [--json] [NAME…]
 *
 * For each server of servers.json:
 *   asleep   the stub answers initialize and lists its one tool, and no process but it exists
 *   active   after a call of the stub's tool, tools/list gives the server's own tools, the same bytes in the same order,
 *            and after them at most the stub's tool
 *   full     a second stub of the now known server (--expose full) gives the whole tools/list result, the same bytes,
 *            still without a process
 *   gone     when a session is closed it ends with exit code 0 and leaves no process
 */
import { lazymcpExecutable, UsageError } from '../lib/lazymcp.mjs';
import { withModernNode } from '../lib/node.mjs';
import { progress, runRig, table } from '../lib/report.mjs';
import { realServers } from './real.mjs';
import { tryServer } from './trial.mjs';

async function main() {
  const { directOnly, json, names } = readArguments(process.argv.slice(2));
  const executable = directOnly ? undefined : lazymcpExecutable();
  const say = progress();
  const reports = [];
  for (const server of chooseServers(names)) {
    say(server.name);
    const { name, package: from, version } = server;
    reports.push({ name, package: from, version, ...(await tryServer(server, executable)) });
  }
  const failed = reports.filter(({ problems }) => problems.length > 0);
  if (json) console.log(JSON.stringify({ servers: reports }, null, 2));
  else print(reports, directOnly);
  return failed.length === 0;
}

function readArguments(argv) {
  const strange = argv.find((argument) => argument.startsWith('-') && !['--direct-only', '--json'].includes(argument));
  if (strange) throw new UsageError(`unknown option ${strange}\nusage: run.mjs [--direct-only] [--json] [NAME…]`);
  const names = argv.filter((argument) => !argument.startsWith('-'));
  return { directOnly: argv.includes('--direct-only'), json: argv.includes('--json'), names };
}

function chooseServers(names) {
  const all = realServers();
  const unknown = names.find((name) => !all.some((server) => server.name === name));
  if (unknown) throw new UsageError(`no server '${unknown}'; there are ${all.map(({ name }) => name).join(', ')}`);
  return all
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((server) => ({ ...server, env: { ...withModernNode(process.env), ...server.env } }));
}

function print(reports, directOnly) {
  const megabytes = (kb) => (kb === undefined ? '-' : Number((kb / 1024).toFixed(1)));
  const of = (part, member) => part?.[member] ?? '-';
  const head = ['server', 'version', 'tools', 'direct ms', 'MB'];
  const stubHead = ['stub ms', 'MB', 'known ms', 'MB'];
  const rows = reports.map(({ name, version, direct: d, tiny, full, problems }) => [
    name, version, of(d, 'toolCount'), of(d, 'ms'), megabytes(d?.rssKb),
    ...(directOnly ? [] : [of(tiny, 'ms'), megabytes(tiny?.rssKb), of(full, 'ms'), megabytes(full?.rssKb)]),
    problems.length === 0 ? 'same' : 'FAILED',
  ]);
  if (directOnly) for (const row of rows) if (row.at(-1) === 'same') row[row.length - 1] = 'ok';
  console.log(table([...head, ...(directOnly ? [] : stubHead), 'verdict'], rows));
  console.log('ms: from the start of the process to its answer to initialize. MB: resident set of its process tree');
  if (!directOnly) console.log('stub: never seen the server. known: has seen it once, --expose full. Both asleep');
  for (const { name, problems } of reports) for (const problem of problems) console.log(`\n${name}: ${problem}`);
}

await runRig(main);
