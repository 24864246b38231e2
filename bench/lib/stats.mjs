// Robust summaries of noisy samples. Medians, because one descheduled run must not move a figure; intervals by bootstrap,
// because a ratio without one says nothing about whether two builds differ.

export function quantile(samples, q) {
  if (samples.length === 0) throw new Error('no samples');
  const sorted = Float64Array.from(samples).sort();
  const at = (sorted.length - 1) * q;
  const below = Math.floor(at);
  const above = Math.ceil(at);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}

export const median = (samples) => quantile(samples, 0.5);

export const summary = (samples) => ({
  n: samples.length,
  min: quantile(samples, 0),
  p50: median(samples),
  p90: quantile(samples, 0.9),
  p99: quantile(samples, 0.99),
});

/** A small seeded generator (mulberry32): the same samples give the same interval on every run. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * `statistic(a, b)` of two interleaved series with its 95 % interval. Round i of one series ran next to round i of the
 * other, so rounds are drawn together: what disturbed both cancels out.
 */
export function compare(a, b, statistic, { draws = 1000, seed = 1 } = {}) {
  if (a.length !== b.length) throw new Error(`series of ${a.length} and ${b.length} rounds do not pair up`);
  const random = generator(seed);
  const drawn = Float64Array.from({ length: draws }, () => {
    const rounds = Array.from(a, () => Math.floor(random() * a.length));
    return statistic(
      rounds.map((i) => a[i]),
      rounds.map((i) => b[i]),
    );
  });
  return { value: statistic(a, b), low: quantile(drawn, 0.025), high: quantile(drawn, 0.975) };
}

export const ratioOfMedians = (a, b, options) => compare(a, b, (x, y) => median(x) / median(y), options);

export const differenceOfMedians = (a, b, options) => compare(a, b, (x, y) => median(x) - median(y), options);
