import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, differenceOfMedians, generator, median, quantile, ratioOfMedians, summary } from '../lib/stats.mjs';

test('quantiles interpolate between neighbours and do not reorder their input', () => {
  const samples = [40, 10, 30, 20];
  assert.equal(quantile(samples, 0), 10);
  assert.equal(quantile(samples, 1), 40);
  assert.equal(median(samples), 25);
  assert.equal(quantile(samples, 0.9), 37);
  assert.deepEqual(samples, [40, 10, 30, 20]);
});

test('numbers sort as numbers', () => assert.equal(median([9, 100, 10]), 10));

test('no samples is an error, not a figure', () => assert.throws(() => median([]), /no samples/));

test('one outlier moves neither the median nor the ratio', () => {
  const calm = Array.from({ length: 99 }, (_, i) => 100 + (i % 5));
  const disturbed = [...calm.slice(0, -1), 1e9];
  assert.equal(median(disturbed), median(calm));
  assert.equal(ratioOfMedians(disturbed, calm).value, 1);
  assert.equal(summary(disturbed).p50, 102);
});

test('an interval holds the true ratio when the noise is shared, and is the same on every run', () => {
  const random = generator(7);
  const base = Array.from({ length: 200 }, () => 100 + 40 * random());
  const slower = base.map((value) => value * 1.2 + random());
  const first = ratioOfMedians(slower, base);
  assert.ok(first.low <= 1.2 * 1.01 && first.high >= 1.2 * 0.99, JSON.stringify(first));
  assert.ok(first.low > 1.1 && first.high < 1.3, 'a difference of 20 % is told from none');
  assert.deepEqual(ratioOfMedians(slower, base), first);
});

test('an interval misses the truth about as often as it says: 5 % of the time', () => {
  const random = generator(3);
  const series = () => Array.from({ length: 50 }, () => random());
  const missed = Array.from({ length: 100 }, () => differenceOfMedians(series(), series(), { draws: 200 })).filter(
    ({ low, high }) => low > 0 || high < 0,
  );
  assert.ok(missed.length <= 12, `${missed.length} of 100`);
});

test('rounds are drawn in pairs', () => {
  const a = [1, 2, 3, 4];
  const b = [10, 20, 30, 40];
  const paired = compare(a, b, (x, y) => Number(x.every((value, i) => value * 10 === y[i])));
  assert.equal(paired.low, 1);
  assert.throws(() => compare([1], [1, 2], () => 0), /do not pair up/);
});
