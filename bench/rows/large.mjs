// One 64 MB result: whether it arrives as it was sent, how much memory the stub takes for it, and whether it gives that back.
import { echoSessions } from './calls.mjs';

const BYTES = 64_000_000; // with its frame still below 64 MiB, where clients and lazymcp draw the line
const GIVEN_BACK_AFTER_S = 5;

const kb = BYTES / 1024;

/** Text for text the same result, whoever carried it; else the run fails. */
export function checkHashes(samples, expected) {
  for (const [label, rounds] of Object.entries(samples))
    for (const { round, hash, length } of rounds) {
      const sent = expected[round];
      if (hash !== sent.hash || length !== sent.length) throw new Error(`${label} changed a large result: ${length} bytes instead of ${sent.length}, or others`);
    }
}

export async function run(context) {
  const sessions = echoSessions(context);
  const isFloor = ({ label }) => label === 'direct' || label === 'relay';
  const rounds = context.pick(3, 1);
  const floors = await context.measure('large', sessions.filter(isFloor), { rounds, bytes: BYTES, seconds: 0 });
  const stubs = await context.measure('large', sessions.filter((s) => !isFloor(s)), { rounds, bytes: BYTES, seconds: GIVEN_BACK_AFTER_S });
  checkHashes({ relay: floors.relay, ...stubs }, floors.direct);
  const worst = (label, measure) => Math.max(...stubs[label].map(measure));
  const [{ label }, base] = context.subjects;
  const growth = (of) => worst(of, ({ peak_kb, before_kb }) => (peak_kb - before_kb) / kb);
  // What a later round keeps is measured against the state before the first: a leak adds up.
  const kept = (of) => worst(of, ({ after_kb }) => (after_kb - stubs[of][0].before_kb) / kb);
  return {
    figures: { large_growth: { value: growth(label) }, large_kept: { value: kept(label) } },
    comparisons: base && [{ what: 'large result: peak', value: growth(label) / growth(base.label) }],
    detail: { ...floors, ...stubs },
  };
}
