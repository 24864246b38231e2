// The C programs against each other, and against servers with faults: a bench that takes a wrong answer measures nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildAll, measure, program } from '../lib/native.mjs';
import { checkHashes } from '../rows/large.mjs';

const directory = mkdtempSync(join(tmpdir(), 'driver-'));
const log = join(directory, 'stderr.log');
const FAULTY = fileURLToPath(new URL('../servers/faulty.mjs', import.meta.url));

const stub = { label: 'c', commands: [[program('stub'), 'any', 'argument']] };
const direct = { label: 'direct', commands: [[program('echo-server')]] };
const relay = { label: 'relay', commands: [[program('relay'), '--name', 'x', '--', program('echo-server')]] };
const faulty = (fault) => ({ label: fault, commands: [[process.execPath, FAULTY, fault]] });

before(buildAll);
after(() => rmSync(directory, { recursive: true }));

const ask = (name, ...frames) => {
  const { stdout } = spawnSync(program(name), { input: frames.map((frame) => `${frame}\n`).join(''), encoding: 'utf8' });
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
};

test('the floors read frames as JSON, not as text', () => {
  const [first, second, third] = ask(
    'echo-server',
    '{"method":"tools/call","params":{"arguments":{"text":"a\\"}, \\"id\\":9 é\\\\","name":"blob"},"name":"echo","id":7},"id":"x","jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{ "id" : 0 , "method" : "ping" }\r',
    '{"id":2,"method":"tools/call","params":{"name":"nothing","arguments":{}}}',
  );
  assert.deepEqual(first, { jsonrpc: '2.0', id: 'x', result: { content: [{ type: 'text', text: 'a"}, "id":9 é\\' }] } });
  assert.deepEqual(second, { jsonrpc: '2.0', id: 0, result: {} });
  assert.equal(third.error.code, -32602);
});

test('the stub floor answers what a client asks at session start, and nothing else', () => {
  const [opening, list, unknown] = ask(
    'stub',
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call"}',
  );
  assert.equal(opening.result.protocolVersion, '2025-11-25');
  assert.equal(list.result.tools[0].inputSchema.type, 'object');
  assert.equal(unknown.error.code, -32601);
});

test('blobs have their size, and no two positions of a block can change places unseen', () => {
  const [{ result }] = ask('echo-server', '{"id":1,"method":"tools/call","params":{"name":"blob","arguments":{"bytes":200000}}}');
  const [{ text }] = result.content;
  assert.equal(text.length, 200_000);
  assert.notEqual(text.slice(0, 65_536), text.slice(65_536, 131_072));
});

test('a start is timed to its answers, and turns rotate', async () => {
  const samples = await measure('start', [stub, direct], { rounds: 4, 'settle-ms': 1 }, log);
  for (const label of ['c', 'direct']) {
    assert.deepEqual(samples[label].map(({ round }) => round), [0, 1, 2, 3]);
    for (const sample of samples[label]) {
      assert.ok(0 < sample.spawn_us && sample.spawn_us <= sample.initialize_us && sample.initialize_us < sample.list_us, JSON.stringify(sample));
      assert.ok(0 < sample.private_kb && sample.private_kb <= sample.pss_kb && sample.pss_kb <= sample.rss_kb, JSON.stringify(sample));
      assert.ok(sample.minor_faults > 0 && sample.threads === 1 && sample.exit_us > 0);
    }
  }
});

test('a fleet has every member in it, each with its own share of what is shared', async () => {
  const commands = Array.from({ length: 5 }, () => stub.commands[0]);
  const { c } = await measure('fleet', [{ ...stub, commands }], { rounds: 2, 'settle-ms': 1 }, log);
  const members = c.filter(({ round, member }) => round === 1 && member !== undefined);
  assert.deepEqual(members.map(({ member }) => member), [0, 1, 2, 3, 4]);
  for (const { pss_kb, rss_kb } of members) assert.ok(pss_kb < rss_kb / 2);
  const { initialized_ms, listed_ms } = c.find(({ member }) => member === undefined);
  assert.ok(0 < initialized_ms && initialized_ms <= listed_ms);
});

test('candidates get their own variables on top of the environment', async () => {
  const shell = { label: 'shell', commands: [['/bin/sh', '-c', `test "$MARK" = "a b=c" && test -n "$PATH" && exec ${program('stub')}`]], env: { MARK: 'a b=c' } };
  assert.equal((await measure('start', [shell], { rounds: 1 }, log)).shell.length, 1);
});

test('calls are timed one by one through a proxy too', async () => {
  const { direct: bare, relay: relayed } = await measure('latency', [direct, relay], { rounds: 3, calls: 10, 'one-core': 1 }, log);
  assert.equal(bare.length, 30);
  assert.equal(relayed.length, 30);
  assert.ok(bare.every(({ call_ns }) => call_ns > 1000));
});

test('a burst counts calls per second', async () => {
  const samples = await measure('throughput', [direct, relay], { rounds: 2, calls: 500, 'in-flight': 64 }, log);
  assert.ok(samples.relay.every(({ calls_per_s }) => calls_per_s > 100));
});

test('a large result is the same through the relay, and told from another one', async () => {
  const { direct: bare, relay: relayed, other } = await measure('large', [direct, relay, faulty('other')], { rounds: 2, bytes: 1_000_000, seconds: 0 }, log);
  assert.ok(bare.every(({ length }) => length > 1_000_000));
  checkHashes({ relay: relayed }, bare);
  assert.throws(() => checkHashes({ other }, bare), /other changed a large result/);
});

test('wake-ups of an idle process are counted by thread', async () => {
  const { c, restless } = await measure('idle', [stub, faulty('restless')], { seconds: 1, 'settle-ms': 300 }, log);
  assert.equal(c[0].threads[0].voluntary, 0);
  const wakeups = Math.max(...restless[0].threads.map(({ voluntary }) => voluntary));
  assert.ok(wakeups > 30, `${wakeups} of about 100`);
});

const refused = (mode, candidate, settings, complaint) =>
  assert.rejects(measure(mode, [candidate], { rounds: 1, calls: 20, ...settings }, log), complaint);

test('a program that is not there', () => refused('start', { label: 'gone', commands: [[join(directory, 'nothing')]] }, {}, /gone: .*No such file/));
test('a program that says nothing', () => refused('start', { label: 'mute', commands: [['/bin/true']] }, {}, /mute: ended its output before answering request 1/));
test('a member of a fleet that says nothing', () => refused('fleet', { label: 'mute', commands: [['/bin/true']] }, {}, /mute: ended its output too early/));
test('an error for an answer', () => refused('latency', faulty('error'), {}, /error: request 10 was answered .*broken on purpose/));
test('another text than was sent', () => refused('latency', faulty('wrong-text'), {}, /wrong-text: call 11 was answered .*something else/));
test('one answer twice', () => refused('throughput', faulty('twice'), {}, /twice: answer \d+ was not awaited/));
test('a server that dies under load', () => refused('throughput', faulty('dies'), {}, /dies: (ended its output|closed its input)/));
test('a small answer for a large one', () => refused('large', faulty('small'), { bytes: 1_000_000, seconds: 0 }, /small: the large call was answered .*too large for me/));
test('an unknown measurement and a bad number', async () => {
  await refused('nonsense', stub, {}, /unknown measurement nonsense/);
  await refused('start', stub, { rounds: 'many' }, /--rounds: 'many' is no number/);
});

test('a stub that stays when its input ends', () => refused('start', faulty('stubborn'), {}, /stubborn: did not end within 3000 ms/));
