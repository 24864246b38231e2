/** Judges the checks of the conformance suite, and compares those of two runs. */
import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {object} Expected checks that have to differ from the direct run; one that does not is reported as out of date
 * @property {string} scenario
 * @property {string[]} checks
 * @property {string} why
 * @property {(direct: any) => any} [as] makes of what the check saw directly what it has to see here; without it the check
 *   may see anything else
 */

/** @type {Expected[]} what any dormant stub answers by itself */
const EXPECTED_ASLEEP = [
  {
    scenario: 'completion-complete',
    checks: ['completion-complete'],
    why: 'a dormant stub has no suggestions: typing in a client starts no server',
    as: (details) => ({ ...details, result: { completion: { values: [], total: 0, hasMore: false } } }),
  },
];

const REPAIR = 'allOf, anyOf, oneOf, not and enum at the root of an input schema are removed: APIs of models refuse the whole request for one';

/** @type {Expected[]} what a stub that knows its server changes in the server's list */
const EXPECTED_OF_REPAIR = [
  { scenario: 'json-schema-2020-12', checks: ['sep-2106-composition-keywords-preserved'], why: `not required; ${REPAIR}` },
  { scenario: 'server-sse-multiple-streams', checks: ['server-sse-streams-functional'], why: REPAIR, as: withoutRootCombinators },
];

/** @type {Expected[]} */
export const EXPECTED_WHEN_WARM = [...EXPECTED_ASLEEP, ...EXPECTED_OF_REPAIR];

const ONE_TOOL = 'the server has never been seen: the list is the one tool of the stub';
const EMPTY = 'the server has never been seen: the list is empty until the first activation';

/** @type {Expected[]} what a stub cannot know that has never seen its server */
export const EXPECTED_WHEN_COLD = [
  ...EXPECTED_ASLEEP,
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
  const names = [...new Set([...Object.keys(direct), ...Object.keys(scenarios)])];
  return names.flatMap((scenario) => {
    const rules = expected.filter((rule) => rule.scenario === scenario);
    return scenarioDifferences(direct[scenario] ?? [], scenarios[scenario] ?? [], rules).map((problem) => `${scenario}: ${problem}`);
  });
}

function scenarioDifferences(direct, other, rules) {
  const ids = new Set([...direct.map(({ id }) => id), ...other.map(({ id }) => id), ...rules.flatMap(({ checks }) => checks)]);
  return [...ids].flatMap((id) => {
    const rule = rules.find(({ checks }) => checks.includes(id));
    const problem = checkDifference(essence(direct, id), essence(other, id), rule);
    return problem === undefined ? [] : [`${id}: ${problem}`];
  });
}

function checkDifference(direct, other, rule) {
  const same = isDeepStrictEqual(direct, other);
  if (rule === undefined) return same ? undefined : contrast('direct', direct, other);
  if (same) return 'expected to differ, does not';
  if (rule.as === undefined) return undefined;
  const wanted = direct.map((check) => ({ ...check, details: rule.as(structuredClone(check.details)) }));
  return isDeepStrictEqual(wanted, other) ? undefined : contrast('expected', wanted, other);
}

const contrast = (name, wanted, other) => `${name} ${JSON.stringify(wanted)}, here ${JSON.stringify(other)}`;

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

/** The tool lists in the events that a check saw, as they are after the repair. */
function withoutRootCombinators(details) {
  for (const { event } of details.results) {
    for (const { inputSchema } of event.data.result.tools) {
      for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not', 'enum']) delete inputSchema[keyword];
    }
  }
  return details;
}
