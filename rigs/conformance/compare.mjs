/** Judges the checks of the conformance suite, and compares those of two runs. */
import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {{scenario: string, checks: string[], why: string}} Expected
 *   checks that have to differ from the direct run; one that does not is reported as out of date
 */

/** @type {Expected[]} what any dormant stub answers by itself */
export const EXPECTED_WHEN_WARM = [
  {
    scenario: 'completion-complete',
    checks: ['completion-complete'],
    why: 'a dormant stub has no suggestions: typing in a client starts no server',
  },
];

const ONE_TOOL = 'the server has never been seen: the list is the one tool of the stub';
const EMPTY = 'the server has never been seen: the list is empty until the first activation';

/** @type {Expected[]} what a stub cannot know that has never seen its server */
export const EXPECTED_WHEN_COLD = [
  ...EXPECTED_WHEN_WARM,
  { scenario: 'tools-list', checks: ['tools-list', 'tools-name-format'], why: ONE_TOOL },
  { scenario: 'server-sse-multiple-streams', checks: ['server-sse-streams-functional'], why: `${ONE_TOOL}, in all streams` },
  { scenario: 'resources-list', checks: ['resources-list'], why: EMPTY },
  { scenario: 'prompts-list', checks: ['prompts-list'], why: EMPTY },
  {
    scenario: 'json-schema-2020-12',
    checks: [
      'json-schema-2020-12-tool-found',
      'json-schema-2020-12-$schema',
      'json-schema-2020-12-$defs',
      'json-schema-2020-12-additionalProperties',
      'sep-2106-composition-keywords-preserved',
      'sep-2106-conditional-keywords-preserved',
      'sep-2106-anchor-keyword-preserved',
    ],
    why: `not required; looks for a tool of the server in the list. ${ONE_TOOL[0].toUpperCase()}${ONE_TOOL.slice(1)}`,
  },
];

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
 * @param {Expected[]} expected
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
  const kept = Object.entries(value).filter(([name]) => !VOLATILE.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, stable(isEventData(name, inner) ? JSON.parse(inner) : inner)]));
}

/** The data of a server-sent event is a message in a string. The bridge has written it anew, so only its meaning counts. */
const isEventData = (name, value) => name === 'data' && typeof value === 'string' && value.startsWith('{"');
