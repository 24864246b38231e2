/** Tool lists as the bytes that were on the wire. */
import { bytesOf, elementSpans, valueSpan } from '../lib/json-spans.mjs';

const HIGHEST_PAGE = 1_000;

/**
 * The bytes of every tool object of all pages, and of each page's whole result.
 * @param {import('../lib/stdio-client.mjs').StdioClient} client
 * @returns {Promise<{tools: Buffer[], results: Buffer[]}>}
 */
export async function listTools(client) {
  const tools = [];
  const results = [];
  for (let cursor; ; ) {
    const frame = await client.exchange('tools/list', cursor === undefined ? {} : { cursor });
    if (frame.error) throw new Error(`tools/list: ${frame.error.message} (${frame.error.code})`);
    results.push(bytesOf(frame.raw, valueSpan(frame.raw, ['result'])));
    tools.push(...elementSpans(frame.raw, valueSpan(frame.raw, ['result', 'tools'])).map((span) => bytesOf(frame.raw, span)));
    cursor = frame.result.nextCursor;
    if (cursor === undefined) return { tools, results };
    if (results.length === HIGHEST_PAGE) throw new Error(`tools/list: still a cursor after ${HIGHEST_PAGE} pages`);
  }
}

/**
 * How a list differs from the one it should be: undefined if byte for byte and in order the same.
 * @param {Buffer[]} expected
 * @param {Buffer[]} actual
 * @returns {string | undefined}
 */
export function difference(expected, actual) {
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    if (expected[i] === undefined) return `one too many at position ${i}: ${excerpt(actual[i], 0)}`;
    if (actual[i] === undefined) return `missing at position ${i}: ${excerpt(expected[i], 0)}`;
    if (!expected[i].equals(actual[i])) return `at position ${i}: ${firstDifference(expected[i], actual[i])}`;
  }
  return undefined;
}

/** The name in a tool's bytes. */
export const toolName = (bytes) => JSON.parse(bytes.toString('utf8')).name;

function firstDifference(expected, actual) {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  return `byte ${at}: expected …${excerpt(expected, at)}, got …${excerpt(actual, at)}`;
}

const excerpt = (bytes, at) => bytes.toString('utf8', Math.max(0, at - 20), at + 60);
