// One dormant stub: from just before exec to its answer, and what it holds once it is left alone.
import { median, ratioOfMedians, summary } from '../lib/stats.mjs';

// The first rounds read the program from disk and teach the branch predictor; sessions start warm.
const DROPPED = 2;

function stubsOf({ subjects, entries, floor }) {
  const [entry] = entries;
  const warm = subjects.map((s) => ({ label: s.label, commands: [s.wrap(entry)], env: s.warm }));
  const cold = subjects.map((s) => ({ label: `${s.label}-cold`, commands: [s.wrap(entry)], env: s.cold }));
  return [floor, ...warm, ...cold];
}

const series = (samples, field) => samples.slice(DROPPED).map((sample) => sample[field]);

function inMb(samples) {
  return { value: median(samples.map((sample) => sample.rss_kb)) / 1024 };
}

export async function run(context) {
  await context.warmUp();
  const stubs = stubsOf(context);
  const samples = await context.measure('start', stubs, { rounds: DROPPED + context.pick(250, 30) });
  const settled = await context.measure('start', stubs, { rounds: context.pick(7, 3), 'settle-ms': 500 });
  const of = (label, field) => series(samples[label], field);
  const inFloors = (label) => ratioOfMedians(of(label, 'initialize_us'), of(context.floor.label, 'initialize_us'));
  const [{ label }, base] = context.subjects;
  const compared = ['initialize_us', 'cpu_us', 'minor_faults'];
  return {
    figures: {
      start_ms: { value: median(of(label, 'initialize_us')) / 1000 },
      start_ratio: inFloors(label),
      start_cold_ratio: inFloors(`${label}-cold`),
      rss_mb: inMb(settled[label]),
    },
    comparisons: base && [
      ...compared.map((field) => ({ what: `start: ${field}`, ...ratioOfMedians(of(label, field), of(base.label, field)) })),
      { what: 'start: RSS', value: inMb(settled[label]).value / inMb(settled[base.label]).value },
    ],
    detail: Object.fromEntries(
      stubs.map((stub) => [
        stub.label,
        {
          ...Object.fromEntries(
            ['spawn_us', 'initialize_us', 'list_us', 'cpu_us', 'minor_faults', 'major_faults', 'exit_us'].map((field) => [field, summary(of(stub.label, field))]),
          ),
          rss_mb: inMb(settled[stub.label]).value,
          threads: median(settled[stub.label].map(({ threads }) => threads)),
        },
      ]),
    ),
  };
}
