/**
 * A model server on this machine that plays a script instead of a model. What it is asked is kept, so that a rig can see
 * what a client showed to "the model", and when.
 *
 * @typedef {{tools: string[], toolBytes: number, lastMessage: string}} Turn what one request of the client held
 * @typedef {{tool: string, input: object} | {text: string}} Step what the model says next: a tool call, or the end
 * @typedef {object} Dialect one vendor's API
 * @property {(path: string) => boolean} isTurn whether a POST to `path` asks for the model's next words
 * @property {(body: object) => Turn} read
 * @property {(response: import('node:http').ServerResponse, body: object, step: Step, number: number) => void} write
 * @property {(path: string) => object | undefined} [other] answers to further requests
 */
import http from 'node:http';

const END = { text: 'done' };

/**
 * @param {object} options
 * @param {Dialect} options.dialect
 * @param {(turn: Turn, number: number) => Step | Promise<Step>} options.play called once a turn, numbers from 1
 * @returns {Promise<{url: string, close: () => void, unknown: string[]}>} `unknown`: requests no one answered
 */
export async function startModel({ dialect, play }) {
  const unknown = [];
  let number = 0;
  const server = http.createServer(async (request, response) => {
    const body = await readJson(request);
    if (request.method === 'POST' && dialect.isTurn(request.url)) {
      const turn = dialect.read(body);
      // clients ask for titles, summaries and the like without tools; these are no turns of the session
      const step = turn.tools.length > 0 ? await play(turn, ++number) : END;
      return dialect.write(response, body, step, number);
    }
    const answer = dialect.other?.(request.url);
    if (answer === undefined) unknown.push(`${request.method} ${request.url}`);
    sendJson(response, answer === undefined ? 404 : 200, answer ?? {});
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => (server.close(), server.closeAllConnections()),
    unknown,
  };
}

/** @param {import('node:http').ServerResponse} response */
export function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/**
 * Begins a stream of server-sent events and gives the function that sends one.
 * @param {import('node:http').ServerResponse} response
 * @returns {(data: object | string, event?: string) => void}
 */
export function eventStream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (data, event) => {
    const name = event === undefined ? '' : `event: ${event}\n`;
    response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  };
}

/** A turn out of the tools' names, the tools themselves and the last message. */
export function turn(names, tools, lastMessage) {
  return { tools: names, toolBytes: Buffer.byteLength(JSON.stringify(tools ?? [])), lastMessage: JSON.stringify(lastMessage ?? '') };
}

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
}
