// A session's start: every entry's stub at once, until all have answered `initialize` and `tools/list`; and what each then holds.
import { median, ratioOfMedians } from '../lib/stats.mjs';

const DROPPED = 1;

function fleetsOf({ subjects, entries, floor }) {
  const commands = (wrap) => entries.map(wrap);
  const env = Object.assign({}, ...entries.map((entry) => entry.env));
  return [
    { ...floor, commands: commands(() => floor.commands[0]) },
    ...subjects.map((s) => ({ label: s.label, commands: commands(s.wrap), env: { ...env, ...s.warm } })),
    ...subjects.map((s) => ({ label: `${s.label}-cold`, commands: commands(s.wrap), env: { ...env, ...s.cold } })),
  ];
}

/** By round: the session's times, and each member's memory as its mean, since PSS splits what is shared among all of them. */
function rounds(samples) {
  const byRound = Map.groupBy?.(samples, ({ round }) => round) ?? group(samples);
  return [...byRound.values()].slice(DROPPED).map((round) => {
    const members = round.filter(({ member }) => member !== undefined);
    const mean = (field) => members.reduce((sum, sample) => sum + sample[field], 0) / members.length;
    const times = round.find(({ member }) => member === undefined);
    return { initialized_ms: times.initialized_ms, listed_ms: times.listed_ms, pss_kb: mean('pss_kb'), private_kb: mean('private_kb'), rss_kb: mean('rss_kb') };
  });
}

function group(samples) {
  const groups = new Map();
  for (const sample of samples) groups.set(sample.round, [...(groups.get(sample.round) ?? []), sample]);
  return groups;
}

export async function run(context) {
  await context.warmUp();
  const fleets = fleetsOf(context);
  const samples = await context.measure('fleet', fleets, { rounds: DROPPED + context.pick(20, 4), 'settle-ms': 500 });
  const measured = Object.fromEntries(fleets.map(({ label }) => [label, rounds(samples[label])]));
  const of = (label, field) => measured[label].map((round) => round[field]);
  const [{ label }, base] = context.subjects;
  return {
    figures: {
      fleet_pss_mb: { value: median(of(label, 'pss_kb')) / 1024 },
      fleet_private_mb: { value: median(of(label, 'private_kb')) / 1024 },
      session_start_s: { value: median(of(label, 'listed_ms')) / 1000 },
      session_start_ratio: ratioOfMedians(of(label, 'listed_ms'), of(context.floor.label, 'listed_ms')),
    },
    comparisons:
      base && ['listed_ms', 'pss_kb', 'private_kb'].map((field) => ({ what: `20 stubs: ${field}`, ...ratioOfMedians(of(label, field), of(base.label, field)) })),
    detail: Object.fromEntries(
      fleets.map((fleet) => [
        fleet.label,
        Object.fromEntries(['initialized_ms', 'listed_ms', 'pss_kb', 'private_kb', 'rss_kb'].map((field) => [field, median(of(fleet.label, field))])),
      ]),
    ),
  };
}
