#!/usr/bin/env node
/**
 * A client for the client scenarios of the conformance suite, which starts it with the URL of its server as the last argument:
 * it reaches that server through `lazymcp wrap --url`. In the scenarios of revision 2026-07-28 it is a client of that revision, save for
 * the one about multi-round requests, where lazymcp itself has to do the rounds for a client that knows nothing of them.
 */
import { lazymcpExecutable } from '../lib/lazymcp.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';

const MODERN = '2026-07-28';
const STUB_TOOL = 'use_fixture';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');

/** What the scenarios want to see called, with what; some by what the tools are. */
const CALLS = {
  initialize: () => [],
  tools_call: () => [['add_numbers', { a: 5, b: 3 }]],
  'elicitation-sep1034-client-defaults': () => [['test_client_elicitation_defaults', {}]],
  'sse-retry': () => [['test_reconnection', {}]],
  'json-schema-2020-12-preservation': (tools) => [['json_schema_echo', { schema: schemaOf(tools, 'json_schema_2020_12_tool') }]],
  'request-metadata': () => [],
  'sep-2322-client-request-state': () =>
    ['test_mrtr_echo_state', 'test_mrtr_unrelated', 'test_mrtr_no_state', 'test_mrtr_no_result_type'].map((name) => [name, {}]),
  'http-standard-headers': () => [['test_headers', {}], ['my-hyphenated-tool', {}]],
  'http-custom-headers': () => context.toolCalls.map(({ name, arguments: input }) => [name, input]),
  'http-invalid-tool-headers': (tools) => tools.map(({ name }) => [name, { region: 'north' }]),
  'json-schema-ref-no-deref': () => [],
};

const schemaOf = (tools, wanted) => tools.find(({ name }) => name === wanted).inputSchema;

const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const modern = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === MODERN && scenario !== 'sep-2322-client-request-state';
const client = new StdioClient(lazymcpExecutable(), ['wrap', '--name', 'fixture', '--url', process.argv.at(-1)]);
client.handle('elicitation/create', ({ requestedSchema }) => ({ action: 'accept', content: defaults(requestedSchema) }));
const capabilities = { elicitation: { form: { applyDefaults: true } } };
if (!modern) await client.initialize({ capabilities });
// Whatever is called, the first call connects.
await request('tools/call', { name: STUB_TOOL, arguments: {} });
const tools = (await request('tools/list')).tools.filter(({ name }) => name !== STUB_TOOL);
for (const [name, input] of CALLS[scenario](tools)) {
  const result = await request('tools/call', { name, arguments: input });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
}
if (scenario === 'http-standard-headers') {
  for (const { uri } of (await request('resources/list')).resources) await request('resources/read', { uri });
  for (const { name } of (await request('prompts/list')).prompts) await request('prompts/get', { name });
}
const { code } = await client.close();
if (code !== 0) throw new Error(`the stub ended with ${code}\n${client.stderr}`);

/** The result of a request that says, in that revision, who asks. */
function request(method, params = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'rig', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return client.request(method, modern ? { ...params, _meta } : params);
}

/** The defaults of a form's fields, which is what a person who just agrees sends; a mere yes where a field has none. */
function defaults(schema) {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => field.default !== undefined || field.type === 'boolean');
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? true]));
}
