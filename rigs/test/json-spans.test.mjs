import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, elementSpans, memberSpans, valueSpan } from '../lib/json-spans.mjs';

const spanText = (text, path) => {
  const bytes = Buffer.from(text);
  const span = valueSpan(bytes, path);
  return span && bytesOf(bytes, span).toString();
};

const elementTexts = (text, path) => {
  const bytes = Buffer.from(text);
  return elementSpans(bytes, valueSpan(bytes, path)).map((span) => bytesOf(bytes, span).toString());
};

test('a value is given as it is spelled', () => {
  assert.equal(spanText('{"a":{"b":1.0E+2}}', ['a', 'b']), '1.0E+2');
  assert.equal(spanText('{"a": "\\u00e9" }', ['a']), '"\\u00e9"');
  assert.equal(spanText(' {"a" :\t{ "z":1, "b":2 } } ', ['a']), '{ "z":1, "b":2 }');
  assert.equal(spanText('  null ', []), 'null');
});

test('a missing member gives undefined, not a neighbour', () => {
  assert.equal(spanText('{"a":{"b":1}}', ['b']), undefined);
  assert.equal(spanText('{"a":{"b":1}}', ['a', 'c']), undefined);
  assert.equal(spanText('{"a":[1]}', ['a', 'b']), undefined);
});

test('brackets, quotes and backslashes inside strings do not count', () => {
  assert.equal(spanText('{"a":"]}\\"{[","b":"\\\\"}', ['b']), '"\\\\"');
  assert.deepEqual(elementTexts('{"t":[{"d":"}],\\\\"},"]",[["["]]]}', ['t']), ['{"d":"}],\\\\"}', '"]"', '[["["]]']);
});

test('spans are in bytes, not in characters', () => {
  assert.equal(spanText('{"é€😀":{"x":"😀"},"y":2}', ['é€😀', 'x']), '"😀"');
  assert.equal(spanText('{"é€😀":1,"y":22}', ['y']), '22');
});

test('an escaped member name is the name it stands for', () => {
  assert.equal(spanText('{"\\u0061":1}', ['a']), '1');
});

test('of duplicate members the last counts, and both are listed', () => {
  const bytes = Buffer.from('{"a":1,"a":2}');
  assert.equal(spanText('{"a":1,"a":2}', ['a']), '2');
  assert.deepEqual(memberSpans(bytes, valueSpan(bytes, [])).map((m) => m.name), ['a', 'a']);
});

test('empty containers have no items', () => {
  assert.deepEqual(elementTexts('{"t":[ ]}', ['t']), []);
  const bytes = Buffer.from('{ }');
  assert.deepEqual(memberSpans(bytes, valueSpan(bytes, [])), []);
});

test('text that is not JSON is refused', () => {
  for (const text of ['', '{"a":1', '{"a" 1}', '[1 2]', '{"a":[1}}', '{"a":"b', '{"a":}', '{}{}', '[1],']) {
    const bytes = Buffer.from(text);
    assert.throws(() => {
      const span = valueSpan(bytes, []);
      return bytes[0] === 0x5b ? elementSpans(bytes, span) : memberSpans(bytes, span);
    }, SyntaxError, text);
  }
});

test('every value of generated documents is found where JSON.stringify put it', () => {
  let seed = 42;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const strings = ['', 'a', '"', '\\', ']', '}', 'é', '😀', '\u2028', '\n', '{"a":[', '\ud800'];
  const value = (depth) => {
    switch (random(depth > 4 ? 4 : 6)) {
      case 0: return random(1000) / 8 - 60;
      case 1: return strings[random(strings.length)];
      case 2: return [true, false, null][random(3)];
      case 3: return random(2) ? [] : {};
      case 4: return Array.from({ length: random(5) }, () => value(depth + 1));
      default: return Object.fromEntries(Array.from({ length: random(5) }, (_, i) => [strings[random(12)] + i, value(depth + 1)]));
    }
  };
  let checked = 0;
  const check = (bytes, span, expected) => {
    checked++;
    assert.equal(bytesOf(bytes, span).toString(), JSON.stringify(expected));
    if (Array.isArray(expected)) elementSpans(bytes, span).forEach((s, i) => check(bytes, s, expected[i]));
    else if (expected && typeof expected === 'object') {
      for (const { name, value: s } of memberSpans(bytes, span)) check(bytes, s, expected[name]);
    }
  };
  for (let i = 0; i < 300; i++) {
    const document = value(0);
    const bytes = Buffer.from(JSON.stringify(document));
    check(bytes, valueSpan(bytes, []), document);
  }
  assert.ok(checked > 600, `${checked} values checked`);
});
