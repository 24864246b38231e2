/**
 * Where the values of a JSON text lie, in bytes.
 *
 * A proxy that promises to pass frames unchanged cannot be checked with JSON.parse: member order, number spelling,
 * escapes and duplicate members are gone after it. This scanner gives the byte ranges of values instead, so that two
 * frames can be compared as they were on the wire. It expects well-formed JSON (the callers have parsed the frame
 * before) and throws where it cannot follow the text.
 *
 * @typedef {{start: number, end: number}} Span half-open byte range of one value, without surrounding blanks
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The span of the value at `path` (member names), or undefined if a member of the path is missing.
 * Of duplicate members the last counts, as it does for JSON.parse.
 * @param {Buffer} bytes
 * @param {string[]} path
 * @returns {Span | undefined}
 */
export function valueSpan(bytes, path) {
  let span = rootSpan(bytes);
  for (const name of path) {
    if (bytes[span.start] !== OPEN_OBJECT) return undefined;
    span = memberSpans(bytes, span).findLast((member) => member.name === name)?.value;
    if (span === undefined) return undefined;
  }
  return span;
}

/**
 * The members of an object in the order of the text, duplicates included.
 * @param {Buffer} bytes
 * @param {Span} object
 * @returns {{name: string, value: Span}[]}
 */
export function memberSpans(bytes, object) {
  expect(bytes, object.start, OPEN_OBJECT);
  const members = [];
  let at = skipBlanks(bytes, object.start + 1);
  while (bytes[at] !== CLOSE_OBJECT) {
    const nameEnd = endOfString(bytes, at);
    const name = JSON.parse(bytes.toString('utf8', at, nameEnd));
    at = skipBlanks(bytes, nameEnd);
    expect(bytes, at, COLON);
    const value = valueAt(bytes, at + 1);
    members.push({ name, value });
    at = nextItem(bytes, value.end, CLOSE_OBJECT);
  }
  return members;
}

/**
 * The elements of an array.
 * @param {Buffer} bytes
 * @param {Span} array
 * @returns {Span[]}
 */
export function elementSpans(bytes, array) {
  expect(bytes, array.start, OPEN_ARRAY);
  const elements = [];
  let at = skipBlanks(bytes, array.start + 1);
  while (bytes[at] !== CLOSE_ARRAY) {
    const value = valueAt(bytes, at);
    elements.push(value);
    at = nextItem(bytes, value.end, CLOSE_ARRAY);
  }
  return elements;
}

/**
 * The bytes of a span (a view, not a copy).
 * @param {Buffer} bytes
 * @param {Span} span
 */
export const bytesOf = (bytes, span) => bytes.subarray(span.start, span.end);

function rootSpan(bytes) {
  const root = valueAt(bytes, 0);
  const rest = skipBlanks(bytes, root.end);
  if (rest !== bytes.length) throw new SyntaxError(`unexpected byte ${describe(bytes, rest)} after the value`);
  return root;
}

function valueAt(bytes, from) {
  const start = skipBlanks(bytes, from);
  return { start, end: endOfValue(bytes, start) };
}

function endOfValue(bytes, start) {
  const first = bytes[start];
  if (first === QUOTE) return endOfString(bytes, start);
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return endOfContainer(bytes, start);
  return endOfLiteral(bytes, start);
}

function endOfContainer(bytes, start) {
  const open = [];
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at) - 1;
    else if (byte === OPEN_OBJECT) open.push(CLOSE_OBJECT);
    else if (byte === OPEN_ARRAY) open.push(CLOSE_ARRAY);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (open.pop() !== byte) throw new SyntaxError(`unbalanced ${describe(bytes, at)}`);
      if (open.length === 0) return at + 1;
    }
  }
  throw new SyntaxError('the text ends inside an object or array');
}

function endOfString(bytes, start) {
  expect(bytes, start, QUOTE);
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  throw new SyntaxError('the text ends inside a string');
}

function endOfLiteral(bytes, start) {
  let at = start;
  while (at < bytes.length && !isBlank(bytes[at]) && ![COMMA, CLOSE_ARRAY, CLOSE_OBJECT].includes(bytes[at])) at++;
  if (at === start) throw new SyntaxError(`a value is missing at ${describe(bytes, at)}`);
  return at;
}

/** From the end of an item to the start of the next one, or to the closing bracket. */
function nextItem(bytes, from, close) {
  const at = skipBlanks(bytes, from);
  if (bytes[at] === close) return at;
  expect(bytes, at, COMMA);
  return skipBlanks(bytes, at + 1);
}

function skipBlanks(bytes, from) {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

const isBlank = (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

function expect(bytes, at, byte) {
  if (bytes[at] !== byte) {
    throw new SyntaxError(`expected '${String.fromCharCode(byte)}', found ${describe(bytes, at)}`);
  }
}

function describe(bytes, at) {
  return at < bytes.length ? `'${String.fromCharCode(bytes[at])}' at byte ${at}` : `the end at byte ${at}`;
}
