// Builds the C programs of the bench and runs the driver.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const BENCH = dirname(dirname(fileURLToPath(import.meta.url)));
export const TARGET = join(BENCH, 'target');

const FLAGS = ['-O2', '-std=c11', '-D_GNU_SOURCE', '-pthread', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
const PROGRAMS = { stub: ['floor/stub.c'], 'echo-server': ['floor/echo-server.c'], relay: ['floor/relay.c'], driver: ['driver'] };

export const program = (name) => join(TARGET, name);

function sourcesIn(path) {
  const absolute = join(BENCH, path);
  if (!statSync(absolute).isDirectory()) return [absolute];
  return readdirSync(absolute).filter((file) => /\.[ch]$/.test(file)).map((file) => join(absolute, file));
}

function upToDate(output, inputs) {
  return existsSync(output) && inputs.every((input) => statSync(input).mtimeMs < statSync(output).mtimeMs);
}

export function buildAll() {
  mkdirSync(TARGET, { recursive: true });
  const shared = [join(BENCH, 'floor/frame.c'), join(BENCH, 'floor/frame.h')];
  for (const [name, paths] of Object.entries(PROGRAMS)) {
    const inputs = [...paths.flatMap(sourcesIn), ...shared];
    if (upToDate(program(name), inputs)) continue;
    const compiler = process.env.CC ?? 'cc';
    const units = inputs.filter((input) => input.endsWith('.c'));
    const built = spawnSync(compiler, [...FLAGS, ...units, '-o', program(name)], { stdio: ['ignore', 'inherit', 'inherit'] });
    if (built.error) throw new Error(`the bench needs a C compiler: ${compiler}: ${built.error.message}`);
    if (built.status !== 0) throw new Error(`${compiler} failed on ${name}`);
  }
}

function planOf(candidates) {
  const text = [];
  const line = (keyword, value) => {
    if (/[\n\0]/.test(value)) throw new Error(`a ${keyword} holds a line end: ${JSON.stringify(value)}`);
    text.push(`${keyword} ${value}\n`);
  };
  for (const { label, commands, env = {} } of candidates) {
    line('candidate', label);
    for (const [name, value] of Object.entries(env)) line('env', `${name}=${value}`);
    for (const [executable, ...args] of commands) {
      line('command', executable);
      for (const argument of args) line('arg', argument);
    }
  }
  return text.join('');
}

const lastLines = (path) => (existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : '');

/**
 * Runs one measurement of the C driver over candidates `{label, commands: [[program, ...args]], env}` and resolves with its
 * samples, grouped by label. `settings` are the driver's options; `stderr` is the file that takes the candidates' stderr.
 */
export async function measure(mode, candidates, settings, stderr) {
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const driver = spawn(program('driver'), [mode, ...options, '--stderr', stderr], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  driver.stderr.on('data', (chunk) => (complaint += chunk));
  driver.stdin.on('error', () => {}); // a driver that rejects the plan says why on its stderr
  driver.stdin.end(planOf(candidates));
  const samples = Object.fromEntries(candidates.map(({ label }) => [label, []]));
  const exit = new Promise((resolve, reject) => driver.once('error', reject).once('close', resolve));
  for await (const line of createInterface({ input: driver.stdout })) {
    const sample = JSON.parse(line);
    samples[sample.candidate].push(sample);
  }
  const code = await exit;
  if (code !== 0) throw new Error([complaint.trim(), lastLines(stderr)].filter(Boolean).join('\n'));
  return samples;
}
