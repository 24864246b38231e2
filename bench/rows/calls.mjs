// What a call costs more because of the proxy: the same server direct, behind a relay that only copies, and behind the stub.
import { program } from '../lib/native.mjs';
import { compare, differenceOfMedians, median, quantile, ratioOfMedians, summary } from '../lib/stats.mjs';

const ECHO = { name: 'echo', command: [program('echo-server')], env: {} };

export function echoSessions({ subjects }) {
  return [
    { label: 'direct', commands: [ECHO.command] },
    { label: 'relay', commands: [[program('relay'), '--', ...ECHO.command]] },
    ...subjects.map((s) => ({ label: s.label, commands: [s.wrap(ECHO)], env: s.warm })),
  ];
}

const CALLS_A_TURN = 20;

// On one core a call costs what its path costs, within a few percent, on a busy machine too. On several it is mostly the price of waking
// a core that slept: 5 µs or 100, by machine, by chance and by what ran before. Both are measured; the bars are on the first.
async function timed(context, sessions, oneCore) {
  const rounds = context.pick(400, 80);
  const samples = await context.measure('latency', sessions, { rounds, calls: CALLS_A_TURN, 'one-core': Number(oneCore) });
  return (label) => samples[label].map(({ call_ns }) => call_ns / 1000);
}

async function latency(context, sessions) {
  const of = await timed(context, sessions, true);
  const spread = await timed(context, sessions, false);
  const added = (a, b, q) => quantile(a, q) - quantile(b, q);
  const few = { draws: 100 }; // thousands of rounds: the interval is narrow, and drawing is what takes time
  const [{ label }, base] = context.subjects;
  const relayed = median(of('relay')) - median(of('direct'));
  return {
    figures: {
      added_p50_us: differenceOfMedians(of(label), of('direct'), few),
      added_p99_us: compare(of(label), of('direct'), (a, b) => added(a, b, 0.99), few),
      added_spread_p50_us: { value: median(spread(label)) - median(spread('direct')) },
      added_ratio: { value: (median(of(label)) - median(of('direct'))) / relayed },
    },
    comparisons: base && [{ what: 'call: latency', ...ratioOfMedians(of(label), of(base.label), few) }],
    detail: Object.fromEntries(sessions.map(({ label: name }) => [name, { one_core: summary(of(name)), spread: summary(spread(name)) }])),
  };
}

async function throughput(context, sessions) {
  const samples = await context.measure('throughput', sessions, { rounds: context.pick(15, 4), calls: context.pick(5000, 2000), 'in-flight': 64 });
  const of = (label) => samples[label].slice(1).map(({ calls_per_s }) => calls_per_s);
  const [{ label }, base] = context.subjects;
  return {
    figures: { throughput_ratio: ratioOfMedians(of(label), of('relay')), calls_per_s: { value: median(of(label)) } },
    comparisons: base && [{ what: 'calls: per second', ...ratioOfMedians(of(label), of(base.label)) }],
    detail: Object.fromEntries(sessions.map((session) => [session.label, summary(of(session.label))])),
  };
}

export async function run(context) {
  const sessions = echoSessions(context);
  const one = await latency(context, sessions);
  const many = await throughput(context, sessions);
  return {
    figures: { ...one.figures, ...many.figures },
    comparisons: one.comparisons && [...one.comparisons, ...many.comparisons],
    detail: { latency_us: one.detail, calls_per_s: many.detail },
  };
}
