import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences, judge } from '../conformance/compare.mjs';

const passed = (id, details) => ({ id, status: 'SUCCESS', timestamp: 'now', details });
const failed = (id) => ({ id, status: 'FAILURE', errorMessage: 'broken' });

test('a required scenario needs a result, a passed check and no failed one', () => {
  assert.deepEqual(judge(['a'], { a: [passed('x')] }), []);
  assert.deepEqual(judge(['a'], {}), ['a: no result']);
  assert.deepEqual(judge(['a'], { a: [] }), ['a: nothing was checked']);
  assert.deepEqual(judge(['a'], { a: [{ id: 'x', status: 'WARNING' }] }), ['a: nothing was checked']);
  assert.deepEqual(judge(['a'], { a: [passed('x'), failed('y')] }), ['a: y: broken']);
});

test('scenarios that are not required do not count', () => {
  assert.deepEqual(judge(['a'], { a: [passed('x')], b: [failed('y')] }), []);
});

test('equal runs have no differences; addresses, ids and times do not count', () => {
  const direct = { a: [passed('x', { serverUrl: 'u1', sessionId: '1', tools: ['t'] })] };
  const other = { a: [{ ...passed('x', { serverUrl: 'u2', sessionId: '2', tools: ['t'] }), timestamp: 'later' }] };
  assert.deepEqual(differences(direct, other, []), []);
});

test('event data counts by its meaning', () => {
  const direct = { a: [passed('x', { data: '{"id":1,"result":{}}' })] };
  assert.deepEqual(differences(direct, { a: [passed('x', { data: '{"result":{},"id":1}' })] }, []), []);
  assert.equal(differences(direct, { a: [passed('x', { data: '{"result":{},"id":2}' })] }, []).length, 1);
});

test('what a check saw counts, and so do its repetitions', () => {
  const direct = { a: [passed('x', { tools: ['t'] })] };
  assert.match(differences(direct, { a: [passed('x', { tools: [] })] }, [])[0], /^a: x: direct/);
  assert.match(differences(direct, { a: [...direct.a, ...direct.a] }, [])[0], /^a: x: direct/);
  assert.match(differences(direct, { a: [failed('x')] }, [])[0], /^a: x: direct/);
  assert.match(differences(direct, {}, [])[0], /^a: x: direct/);
  assert.match(differences({}, direct, [])[0], /^a: x: direct/);
});

test('an expected difference is accepted, for its check only', () => {
  const direct = { a: [passed('x', 1), passed('y', 1)] };
  const expected = [{ scenario: 'a', checks: ['x'], why: 'test' }];
  assert.deepEqual(differences(direct, { a: [passed('x', 2), passed('y', 1)] }, expected), []);
  assert.match(differences(direct, { a: [passed('x', 2), passed('y', 2)] }, expected)[0], /^a: y/);
});

test('an expected difference that is not there is reported', () => {
  const direct = { a: [passed('x', 1)] };
  assert.deepEqual(differences(direct, direct, [{ scenario: 'a', checks: ['x'], why: 'test' }]), ['a: x: expected to differ, does not']);
});

test('an expected difference may say what has to be there instead', () => {
  const direct = { a: [passed('x', { n: 1 })] };
  const expected = [{ scenario: 'a', checks: ['x'], why: 'test', as: ({ n }) => ({ n: n + 1 }) }];
  assert.deepEqual(differences(direct, { a: [passed('x', { n: 2 })] }, expected), []);
  assert.match(differences(direct, { a: [passed('x', { n: 3 })] }, expected)[0], /^a: x: expected/);
  assert.match(differences(direct, { a: [failed('x')] }, expected)[0], /^a: x: expected/);
});
