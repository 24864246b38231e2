/** Judges the checks of the conformance suite, and compares those of two runs. */
import { isDeepStrictEqual } from 'node:util';

/**
 * Where a stub that has never seen its server must differ from it: it cannot know what to list. `--expose full` shows
 * the one tool of the stub then. Each entry has to differ; one that does not is out of date.
 * @type {{scenario: string, checks: string[], why: string}[]}
 */
export const EXPECTED_WHEN_COLD = [];

/** What a check reports that differs between any two runs: addresses, session ids, times, counts of messages. */
const VOLATILE = new Set([
  'serverUrl', 'url', 'hostHeader', 'originHeader', 'sessionId', 'sessionIdSent', 'headers', 'messagesValidated', 'timestamp',
]);

/**
 * What is wrong with one run by itself: a required scenario without result, without a passed check, or with a failed one.
 * @param {string[]} required
 * @param {Record<string, object[]>} scenarios
 * @returns {string[]}
 */
export function judge(required, scenarios) {
  return required.flatMap((scenario) => {
    const checks = scenarios[scenario];
    if (checks === undefined) return [`${scenario}: no result`];
    const failed = checks.filter(({ status }) => status === 'FAILURE').map((check) => `${scenario}: ${check.id}: ${check.errorMessage}`);
    if (failed.length === 0 && !checks.some(({ status }) => status === 'SUCCESS')) return [`${scenario}: nothing was checked`];
    return failed;
  });
}

/**
 * How `scenarios` differ from `direct` beyond what is expected, and what was expected and is not there.
 * @param {Record<string, object[]>} direct
 * @param {Record<string, object[]>} scenarios
 * @param {{scenario: string, checks: string[], why: string}[]} expected
 * @returns {string[]}
 */
export function differences(direct, scenarios, expected) {
  const found = [];
  for (const scenario of new Set([...Object.keys(direct), ...Object.keys(scenarios)])) {
    for (const [id, difference] of checkDifferences(direct[scenario] ?? [], scenarios[scenario] ?? [])) {
      found.push({ scenario, id, difference });
    }
  }
  const isExpected = ({ scenario, id }) => expected.some((entry) => entry.scenario === scenario && entry.checks.includes(id));
  const stale = expected.flatMap(({ scenario, checks }) =>
    checks.filter((id) => !found.some((one) => one.scenario === scenario && one.id === id)).map((id) => ({ scenario, id })),
  );
  return [
    ...found.filter((one) => !isExpected(one)).map(({ scenario, id, difference }) => `${scenario}: ${id}: ${difference}`),
    ...stale.map(({ scenario, id }) => `${scenario}: ${id}: expected to differ, does not`),
  ];
}

function checkDifferences(direct, other) {
  const ids = new Set([...direct, ...other].map(({ id }) => id));
  const pairs = [...ids].map((id) => [id, essence(direct, id), essence(other, id)]);
  return pairs
    .filter(([, before, now]) => !isDeepStrictEqual(before, now))
    .map(([id, before, now]) => [id, `direct ${JSON.stringify(before)}, here ${JSON.stringify(now)}`]);
}

/** All checks with an id (ids repeat), without what is volatile. */
const essence = (checks, id) =>
  checks.filter((check) => check.id === id).map(({ status, errorMessage, details }) => stable({ status, errorMessage, details }));

function stable(value) {
  if (Array.isArray(value)) return value.map(stable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !VOLATILE.has(name)).map(([name, inner]) => [name, stable(inner)]));
}
