// The table: what is measured by which figure, its bar, and what to reach for. In a smoke run a bar holds only where the machine
// does not matter, and with the margin given here: it is there to find gross regressions, not to measure.
//
// `smoke`: the limit of a smoke run as a multiple of the bar. Times have none; their ratios to a floor do.

const MS = { unit: 'ms', digits: 2 };
const TIMES = { unit: '×', digits: 2 };
const MB = { unit: 'MB', digits: 2 };

export const ROWS = [
  { key: 'start_ms', what: 'exec → initialize answer', ...MS },
  { key: 'start_ratio', what: '… in C stubs', bar: 4, reach: 2.7, smoke: 2, ...TIMES },
  { key: 'start_cold_ratio', what: '… in C stubs, cold catalog', bar: 4, reach: 2.7, smoke: 2, ...TIMES },
  { key: 'fleet_pss_mb', what: '20 dormant stubs, PSS of each', bar: 2, reach: 1.1, smoke: 1.5, ...MB },
  { key: 'fleet_private_mb', what: '20 dormant stubs, private of each', bar: 1, reach: 0.5, smoke: 1.5, ...MB },
  { key: 'rss_mb', what: 'one dormant stub, RSS', bar: 20, reach: 12, smoke: 1.5, ...MB },
  { key: 'session_start_s', what: 'session start, 20 entries, last tools/list', bar: 0.15, reach: 0.05, unit: 's', digits: 3 },
  { key: 'session_start_ratio', what: '… in sessions of C stubs', bar: 8, reach: 4, smoke: 2, ...TIMES },
  { key: 'tokens', what: 'schema tokens, 20 entries', bar: 2000, reach: 1500, smoke: 1.2, unit: '', digits: 0 },
  { key: 'tokens_cold', what: '… cold catalog', bar: 2000, reach: 1500, smoke: 1.2, unit: '', digits: 0 },
  { key: 'added_p50_us', what: 'added latency of a call, p50', bar: 100, reach: 40, unit: 'µs', digits: 1 },
  { key: 'added_p99_us', what: 'added latency of a call, p99', bar: 1000, unit: 'µs', digits: 1 },
  { key: 'added_ratio', what: '… p50, in C relays', bar: 5, reach: 2, smoke: 3, ...TIMES },
  { key: 'added_spread_p50_us', what: '… p50, cores as the scheduler likes', unit: 'µs', digits: 1 },
  { key: 'throughput_ratio', what: 'calls/s, 64 in flight, of the C relay\'s', bar: 0.2, reach: 0.5, smoke: 0.25, atLeast: true, ...TIMES },
  { key: 'remote_first_ms', what: 'server with a URL: first call, above direct', ...MS },
  { key: 'remote_session_ratio', what: '… session to its first answer, in mcp-remote\'s', bar: 1, reach: 0.5, smoke: 1.5, ...TIMES },
  { key: 'remote_added_p50_us', what: '… added latency of a call, p50', unit: 'µs', digits: 1 },
  { key: 'remote_added_ratio', what: '… in what mcp-remote adds', bar: 1, reach: 0.5, smoke: 1.5, ...TIMES },
  { key: 'large_growth', what: '64 MB result: peak memory of its size', bar: 2.5, reach: 0.25, smoke: 1.2, ...TIMES },
  { key: 'large_kept', what: '64 MB result: memory kept of its size', bar: 0.25, reach: 0.05, smoke: 2, ...TIMES },
  { key: 'idle_wakeups', what: 'wake-ups of a dormant stub, in 10 s', bar: 3, reach: 0, smoke: 4, unit: '', digits: 1 },
  { key: 'binary_mb', what: 'binary', bar: 35, reach: 22, smoke: 1.2, ...MB },
];

/** What a figure is, for the tolerance of texts that quote it; see readme.mjs. */
export function kindOf(key) {
  if (/(_ratio|_growth|_kept)$/.test(key)) return 'ratio';
  if (/(_us|_ms|_s|_wakeups)$/.test(key)) return 'time';
  if (key === 'binary_mb') return 'size';
  return key.endsWith('_mb') ? 'memory' : 'count';
}

function holds(row, value, limit) {
  return row.atLeast ? value >= limit : value <= limit;
}

/** 'reached', 'pass', 'MISS', or null where there is no bar. */
export function verdict(row, value, { smoke = false } = {}) {
  if (smoke) return row.smoke === undefined ? null : holds(row, value, row.bar * row.smoke) ? 'pass' : 'MISS';
  if (row.bar === undefined) return null;
  if (row.reach !== undefined && holds(row, value, row.reach)) return 'reached';
  return holds(row, value, row.bar) ? 'pass' : 'MISS';
}

/** The rows that a run gave figures for, judged. */
export function judged(figures, mode) {
  return ROWS.filter(({ key }) => figures[key] !== undefined).map((row) => ({ ...row, ...figures[row.key], verdict: verdict(row, figures[row.key].value, mode) }));
}
