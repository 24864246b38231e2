#!/usr/bin/env node
/**
 * An MCP server over stdio that speaks revision 2026-07-28 alone and offers what its server scenarios of the conformance suite ask for.
 * The names and texts are those that the scenarios' own descriptions prescribe. It needs nothing but Node.js.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';

const REVISION = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';
const SERVER_INFO = { name: 'lazymcp-modern-fixture', version: '1.0.0' };
const CAPABILITIES = {
  completions: {},
  logging: {},
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  tools: { listChanged: true },
};
/** A red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
/** A 44-byte RIFF/WAVE header: mono, 8 kHz, 16 bit, no samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const KEY = randomBytes(32);
const CACHED = { ttlMs: 1000, cacheScope: 'private' };

class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const notify = (method, params) => write({ method, params });
const text = (value) => ({ type: 'text', text: value });
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri, mimeType, value) => ({ type: 'resource', resource: { uri, mimeType, text: value } });
const answer = (...content) => ({ content });

// Input

const asked = (message, properties) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } },
});
const sampled = (question, maxTokens) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(question) }], maxTokens },
});
const ROOTS = { method: 'roots/list', params: {} };
const wanted = (inputRequests, requestState) => ({ resultType: 'input_required', inputRequests, requestState });

const sign = (value) => createHmac('sha256', KEY).update(value).digest('base64url');
const sealed = (value) => `${value}.${sign(value)}`;

/** What was sealed into `state`; refuses what was not. */
function unsealed(state) {
  const [value, signature] = String(state).split('.');
  if (signature !== sign(value)) throw new RpcError(-32602, 'The requestState was not made here');
  return value;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const given = ({ inputResponses }, key) => (isObject(inputResponses?.[key]) ? inputResponses[key] : undefined);
const NAME = { name: { type: 'string' } };

function multiRound(params) {
  const first = wanted({ step1: asked('Step 1: What is your name?', NAME) }, sealed('1'));
  if (params.requestState === undefined) return first;
  const round = unsealed(params.requestState);
  if (round === '1' && given(params, 'step1')) {
    return wanted({ step2: asked('Step 2: What is your favorite color?', { color: { type: 'string' } }) }, sealed('2'));
  }
  return round === '2' && given(params, 'step2') ? answer(text('All steps done')) : first;
}

function multipleInputs(params) {
  const requests = {
    user_name: asked('What is your name?', NAME),
    greeting: sampled('Generate a greeting', 50),
    client_roots: ROOTS,
  };
  if (params.requestState === undefined) return wanted(requests, sealed('all'));
  unsealed(params.requestState);
  const missing = Object.entries(requests).filter(([key]) => !given(params, key));
  return missing.length > 0 ? wanted(Object.fromEntries(missing), sealed('all')) : answer(text('All inputs are here'));
}

function stated(params) {
  if (params.requestState === undefined) return wanted({ confirm: asked('Please confirm', { ok: { type: 'boolean' } }) }, sealed('state'));
  unsealed(params.requestState);
  return answer(text('state-ok'));
}

/** A tool that wants the one input `key` and says by `finish` what it makes of it. */
const once = (key, request, finish) => (params) => {
  const input = given(params, key);
  const result = input && finish(input);
  return result ?? wanted({ [key]: request });
};

// Tools

const TOOLS = {
  test_simple_text: () => answer(text('This is a simple text response for testing.')),
  test_image_content: () => answer(image),
  test_audio_content: () => answer({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    answer(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    answer(
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  test_tool_with_progress: ({ _meta }) => {
    for (const progress of [0, 50, 100]) {
      if (_meta.progressToken === undefined) break;
      notify('notifications/progress', { progressToken: _meta.progressToken, progress, total: 100 });
    }
    return answer(text('Progressed to 100 of 100.'));
  },
  test_error_handling: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  test_logging_tool: ({ _meta }) => {
    if (_meta[`${PREFIX}logLevel`] !== undefined) notify('notifications/message', { level: 'info', data: 'called' });
    return answer(text('Logged if that was wanted.'));
  },
  test_streaming_elicitation: once('who', asked('Who?', NAME), () => answer(text('Thanks.'))),
  test_missing_capability: (params) => {
    requireCapability(params, 'sampling');
    return answer(text('The client can sample.'));
  },
  test_trigger_tool_change: () => changed('tools'),
  test_trigger_prompt_change: () => changed('prompts'),
  test_input_required_result_elicitation: once('user_name', asked('What is your name?', NAME), ({ content }) =>
    typeof content?.name === 'string' ? answer(text(`Hello, ${content.name}!`)) : undefined),
  test_input_required_result_sampling: once('capital_question', sampled('What is the capital of France?', 100), (input) =>
    answer(text(`The model says: ${[input.content].flat()[0]?.text}`))),
  test_input_required_result_list_roots: once('client_roots', ROOTS, ({ roots }) =>
    Array.isArray(roots) ? answer(text(`Roots: ${roots.map(({ uri }) => uri).join(', ')}`)) : undefined),
  test_input_required_result_request_state: stated,
  test_input_required_result_tampered_state: stated,
  test_input_required_result_multiple_inputs: multipleInputs,
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: (params) => {
    const requests = { elicitation: asked('Who?', NAME), sampling: sampled('Who?', 10), roots: ROOTS };
    const can = params._meta[`${PREFIX}clientCapabilities`];
    const possible = Object.entries(requests).filter(([capability]) => can[capability] !== undefined);
    const done = possible.every(([key]) => given(params, key));
    return done ? answer(text('Nothing is missing.')) : wanted(Object.fromEntries(possible));
  },
};

function requireCapability({ _meta }, capability) {
  if (_meta[`${PREFIX}clientCapabilities`][capability] === undefined) {
    throw new RpcError(-32021, `The client must support ${capability}`, { requiredCapabilities: { [capability]: {} } });
  }
}

// Streams

const streams = new Map();

function changed(list) {
  for (const [id, filter] of streams) {
    if (filter[`${list}ListChanged`]) notify(`notifications/${list}/list_changed`, { _meta: { [`${PREFIX}subscriptionId`]: id } });
  }
  return answer(text(`The list of ${list} changed.`));
}

function listen(id, { notifications = {} }) {
  streams.set(id, notifications);
  notify('notifications/subscriptions/acknowledged', { _meta: { [`${PREFIX}subscriptionId`]: id }, notifications });
}

// Resources and prompts

const RESOURCES = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
};

function read({ uri }) {
  if (RESOURCES[uri]) return { contents: [{ uri, ...RESOURCES[uri] }], ...CACHED };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new RpcError(-32602, 'Resource not found', { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }], ...CACHED };
}

const user = (content) => ({ role: 'user', content });
const PROMPTS = {
  test_simple_prompt: [[], () => [user(text('This is a simple prompt for testing.'))]],
  test_prompt_with_arguments: [
    ['arg1', 'arg2'],
    ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  ],
  test_prompt_with_embedded_resource: [
    ['resourceUri'],
    ({ resourceUri }) => [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  ],
  test_prompt_with_image: [[], () => [user(image), user(text('Please analyze the image above.'))]],
  test_input_required_result_prompt: [[], () => [user(text('A prompt in its context.'))]],
};

function prompt(params) {
  const [names, messages] = PROMPTS[params.name] ?? [];
  if (!messages) throw new RpcError(-32602, `Unknown prompt: ${params.name}`);
  if (params.name === 'test_input_required_result_prompt' && !given(params, 'user_context')) {
    return wanted({ user_context: asked('What context should the prompt use?', { context: { type: 'string' } }) });
  }
  const missing = names.find((name) => params.arguments?.[name] === undefined);
  if (missing) throw new RpcError(-32602, `Missing argument: ${missing}`);
  return { messages: messages(params.arguments ?? {}) };
}

// Requests

const NO_ARGUMENTS = { type: 'object', properties: {} };
const METHODS = {
  'server/discover': () => ({ supportedVersions: [REVISION], capabilities: CAPABILITIES, ...CACHED }),
  'tools/list': () => ({
    tools: Object.keys(TOOLS).map((name) => ({ name, description: `For the scenario of ${name}`, inputSchema: NO_ARGUMENTS })),
    ...CACHED,
  }),
  'tools/call': (params) => {
    if (!TOOLS[params.name]) throw new RpcError(-32602, `Unknown tool: ${params.name}`);
    return TOOLS[params.name](params);
  },
  'resources/list': () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
    ...CACHED,
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'Template', mimeType: 'application/json' }],
    ...CACHED,
  }),
  'resources/read': read,
  'prompts/list': () => ({
    prompts: Object.entries(PROMPTS).map(([name, [names]]) => ({
      name,
      description: `For the scenario of ${name}`,
      arguments: names.map((argument) => ({ name: argument, required: true })),
    })),
    ...CACHED,
  }),
  'prompts/get': prompt,
  'completion/complete': ({ argument }) => {
    const values = ['paris', 'park', 'party', 'test'].filter((word) => word.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  },
};

function serve({ id, method, params = {} }) {
  const meta = params._meta ?? {};
  const version = meta[`${PREFIX}protocolVersion`];
  if (method === 'initialize' && version === undefined) {
    throw new RpcError(-32022, `This server speaks ${REVISION} alone`, { supported: [REVISION], requested: params.protocolVersion });
  }
  if (typeof version !== 'string' || !isObject(meta[`${PREFIX}clientCapabilities`])) throw new RpcError(-32602, '_meta is incomplete');
  if (version !== REVISION) throw new RpcError(-32022, 'Unsupported protocol version', { supported: [REVISION], requested: version });
  if (method === 'subscriptions/listen') return listen(id, params);
  if (!METHODS[method]) throw new RpcError(-32601, `Method not found: ${method}`);
  const result = METHODS[method](params);
  write({ id, result: { resultType: 'complete', ...result, _meta: { [`${PREFIX}serverInfo`]: SERVER_INFO } } });
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === 'notifications/cancelled') streams.delete(message.params.requestId);
    if (message.id === undefined) return;
    try {
      serve(message);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, data } = error;
      write({ id: message.id, error: { code, message: error.message, ...(data && { data }) } });
    }
  })
  .on('close', () => process.exit(0));
