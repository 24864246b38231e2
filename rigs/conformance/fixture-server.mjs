#!/usr/bin/env node
/**
 * An MCP server over stdio that offers what the server scenarios of the conformance suite ask for, revision 2025-11-25.
 * The names and texts are those that the scenarios' own descriptions prescribe.
 *
 * It is a slightly rude server on purpose: it prints lines to stdout that are no JSON, once at its start and once in
 * the middle of a call, as real servers do (banners, forgotten debug prints). A proxy has to get over them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** A red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
/** A 44-byte RIFF/WAVE header: mono, 8 kHz, 16 bit, no samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const server = new Server(
  { name: 'lazymcp-conformance-fixture', version: '1.0.0' },
  {
    capabilities: {
      completions: {},
      logging: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    },
    instructions: 'Offers the tools, resources and prompts of the MCP conformance scenarios.',
  },
);

// Content

const text = (value) => ({ type: 'text', text: value });
const image = () => ({ type: 'image', data: PNG, mimeType: 'image/png' });
const resource = (uri, mimeType, value) => ({ type: 'resource', resource: { uri, mimeType, text: value } });
const answer = (...content) => ({ content });

// Tools

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false };
const oneString = (name, description) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
});

/** Keywords that a proxy which models schemas, instead of passing them, tends to lose. */
const JSON_SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const ELICITATION_DEFAULTS = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name', default: 'John Doe' },
    age: { type: 'integer', description: 'Age', default: 30 },
    score: { type: 'number', description: 'Score', default: 95.5 },
    status: { type: 'string', description: 'Status', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verified', default: true },
  },
  required: [],
};

const titled = (...pairs) => pairs.map(([constant, title]) => ({ const: constant, title }));
const ELICITATION_ENUMS = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: titled(['value1', 'First Option'], ['value2', 'Second Option'], ['value3', 'Third Option']),
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled(['value1', 'First Choice'], ['value2', 'Second Choice'], ['value3', 'Third Choice']) },
    },
  },
  required: [],
};

const USER_FORM = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

/** `run(arguments, extra)` makes the result; `extra` is the SDK's request context. */
const TOOLS = [
  {
    name: 'test_simple_text',
    description: 'Answers with one text',
    run: () => answer(text('This is a simple text response for testing.')),
  },
  { name: 'test_image_content', description: 'Answers with an image', run: () => answer(image()) },
  {
    name: 'test_audio_content',
    description: 'Answers with a sound',
    run: () => answer({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  },
  {
    name: 'test_embedded_resource',
    description: 'Answers with an embedded resource',
    run: () => answer(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Answers with text, image and resource',
    run: () =>
      answer(
        text('Multiple content types test:'),
        image(),
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ),
  },
  { name: 'test_tool_with_logging', description: 'Logs three times while it works', run: runWithLogging },
  { name: 'test_tool_with_progress', description: 'Reports progress while it works', run: runWithProgress },
  {
    name: 'test_error_handling',
    description: 'Always fails',
    run: () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  {
    name: 'test_sampling',
    description: "Asks the client's model",
    inputSchema: oneString('prompt', 'The prompt to send to the LLM'),
    run: runSampling,
  },
  {
    name: 'test_elicitation',
    description: 'Asks the user',
    inputSchema: oneString('message', 'The message to show the user'),
    run: async ({ message }, extra) => {
      const { action, content } = await elicit(extra, message, USER_FORM);
      return answer(text(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`));
    },
  },
  {
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks the user with a default for each primitive type',
    run: (_, extra) => elicitationTool(extra, 'Please review the defaults', ELICITATION_DEFAULTS),
  },
  {
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks the user with each kind of enum',
    run: (_, extra) => elicitationTool(extra, 'Please choose', ELICITATION_ENUMS),
  },
  {
    name: 'json_schema_2020_12_tool',
    description: 'Has an input schema with JSON Schema 2020-12 keywords',
    inputSchema: JSON_SCHEMA_2020_12,
    run: (args) => answer(text(`Called with ${JSON.stringify(args)}`)),
  },
];

async function runWithLogging(_, extra) {
  const log = (data) =>
    extra.sendNotification({ method: 'notifications/message', params: { level: 'info', logger: 'fixture', data } });
  await log('Tool execution started');
  await sleep(50);
  await log('Tool processing data');
  console.log('[fixture] a stray print in the middle of a call');
  await sleep(50);
  await log('Tool execution completed');
  return answer(text('Logged three times.'));
}

async function runWithProgress(_, extra) {
  const progressToken = extra._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progress > 0) await sleep(50);
    if (progressToken === undefined) continue;
    await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
  }
  return answer(text('Progressed to 100 of 100.'));
}

async function runSampling({ prompt }, extra) {
  if (!server.getClientCapabilities()?.sampling) throw new Error('The client does not support sampling');
  const params = { messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 };
  const { content } = await server.createMessage(params, { relatedRequestId: extra.requestId });
  return answer(text(`LLM response: ${content.type === 'text' ? content.text : `(${content.type})`}`));
}

async function elicit(extra, message, requestedSchema) {
  if (!server.getClientCapabilities()?.elicitation) throw new Error('The client does not support elicitation');
  return server.elicitInput({ mode: 'form', message, requestedSchema }, { relatedRequestId: extra.requestId });
}

async function elicitationTool(extra, message, requestedSchema) {
  const { action, content } = await elicit(extra, message, requestedSchema);
  return answer(text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`));
}

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: TOOLS.map(({ name, description, inputSchema = NO_ARGUMENTS }) => ({ name, description, inputSchema })),
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
  const tool = TOOLS.find(({ name }) => name === params.name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
  try {
    return await tool.run(params.arguments ?? {}, extra);
  } catch (error) {
    return { isError: true, content: [text(error.message)] };
  }
});

// Resources

const RESOURCES = [
  {
    uri: 'test://static-text',
    name: 'Static text',
    description: 'A text that never changes',
    mimeType: 'text/plain',
    contents: { text: 'This is the content of the static text resource.' },
  },
  {
    uri: 'test://static-binary',
    name: 'Static binary',
    description: 'An image that never changes',
    mimeType: 'image/png',
    contents: { blob: PNG },
  },
  {
    uri: 'test://watched-resource',
    name: 'Watched resource',
    description: 'A text that can be subscribed to',
    mimeType: 'text/plain',
    contents: { text: 'Watched content.' },
  },
];

const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'Template',
  description: 'Data for an id',
  mimeType: 'application/json',
};

const subscriptions = new Set();

function readResource(uri) {
  const found = RESOURCES.find((candidate) => candidate.uri === uri);
  if (found) return { uri, mimeType: found.mimeType, ...found.contents };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new McpError(-32002, 'Resource not found', { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: TEMPLATE.mimeType, text: JSON.stringify(data) };
}

/** The watched resources "change" once, shortly after the subscription. */
function reportUpdate(uri) {
  if (subscriptions.has(uri)) server.sendResourceUpdated({ uri });
}

server.setRequestHandler(ListResourcesRequestSchema, () => ({
  resources: RESOURCES.map(({ contents, ...listed }) => listed),
}));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [TEMPLATE] }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => ({ contents: [readResource(params.uri)] }));
server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
  readResource(params.uri); // refuses what does not exist
  subscriptions.add(params.uri);
  setTimeout(() => reportUpdate(params.uri), 20);
  return {};
});
server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
  subscriptions.delete(params.uri);
  return {};
});

// Prompts

const user = (content) => ({ role: 'user', content });
const required = (name, description) => ({ name, description, required: true });

const PROMPTS = [
  {
    name: 'test_simple_prompt',
    description: 'A prompt without arguments',
    messages: () => [user(text('This is a simple prompt for testing.'))],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [required('arg1', 'First test argument'), required('arg2', 'Second test argument')],
    messages: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that embeds a resource',
    arguments: [required('resourceUri', 'URI of the resource to embed')],
    messages: ({ resourceUri }) => [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'A prompt with an image',
    messages: () => [user(image()), user(text('Please analyze the image above.'))],
  },
];

server.setRequestHandler(ListPromptsRequestSchema, () => ({
  prompts: PROMPTS.map(({ messages, ...listed }) => listed),
}));

server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
  const prompt = PROMPTS.find(({ name }) => name === params.name);
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
  const given = params.arguments ?? {};
  const missing = (prompt.arguments ?? []).find(({ name }) => given[name] === undefined);
  if (missing) throw new McpError(ErrorCode.InvalidParams, `Missing argument: ${missing.name}`);
  return { description: prompt.description, messages: prompt.messages(given) };
});

const COMPLETIONS = ['paris', 'park', 'party', 'test', 'testing'];

server.setRequestHandler(CompleteRequestSchema, ({ params }) => {
  const values = COMPLETIONS.filter((word) => word.startsWith(params.argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
});

process.stdin.once('end', () => process.exit(0)); // an open request to the client must not keep it alive
console.log('[fixture] a banner on stdout, as real servers print it');
await server.connect(new StdioServerTransport());
