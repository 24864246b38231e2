// Fills a subject's warm home the way a user does: by using every server once through its stub.
import { readdirSync } from 'node:fs';
import { StdioClient } from '../../rigs/lib/stdio-client.mjs';

const PATIENCE_MS = 120_000;

export function within(promise, what, ms = PATIENCE_MS) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${what}: no answer in ${ms / 1000} s`)), ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs `use(client)` on a session of the command, initialized, and closes it whatever happens. */
export async function withSession([command, ...args], env, use) {
  const client = new StdioClient(command, args, { env: { ...process.env, ...env } });
  try {
    return await within(client.initialize({ clientInfo: { name: 'bench', version: '1' } }).then((opening) => use(client, opening)), command);
  } catch (error) {
    throw new Error(`${[command, ...args].join(' ')}: ${error.message}\n${client.stderr.slice(-2000)}`);
  } finally {
    await client.close();
  }
}

/** At most `width` of `tasks` at once, in their order. */
export async function few(width, tasks) {
  const queue = [...tasks.entries()];
  const results = [];
  const worker = async () => {
    for (let next; (next = queue.shift()) !== undefined; ) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

async function useOnce(subject, entry) {
  await withSession(subject.wrap(entry), { ...entry.env, ...subject.warm }, async (client) => {
    const [stub] = (await client.request('tools/list', {})).tools;
    const answer = await client.request('tools/call', { name: stub.name, arguments: {} });
    if (answer.isError) throw new Error(`${entry.name} could not be used: ${JSON.stringify(answer.content).slice(0, 500)}`);
  });
}

const files = (directory) => readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** Uses every entry once. A lazymcp that remembers nothing of it is broken, and its warm figures would be cold ones. */
export async function fillCatalog(subject, entries) {
  if (!subject.proxies) return;
  await few(2, entries.map((entry) => () => useOnce(subject, entry)));
  const kept = files(subject.warm.HOME);
  if (kept < entries.length) throw new Error(`${subject.label} keeps ${kept} files after ${entries.length} servers were used: no catalog`);
}
