#!/usr/bin/env node
/**
 * A client for the client scenarios of the conformance suite, which starts it with the URL of its server as the last argument:
 * it reaches that server through `lazymcp wrap --url`.
 */
import { lazymcpExecutable } from '../lib/lazymcp.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';

/** What the scenarios want to see called, with what; some by what the tools are. */
const CALLS = {
  initialize: () => [],
  tools_call: () => [['add_numbers', { a: 5, b: 3 }]],
  'elicitation-sep1034-client-defaults': () => [['test_client_elicitation_defaults', {}]],
  'sse-retry': () => [['test_reconnection', {}]],
  'json-schema-2020-12-preservation': (tools) => [['json_schema_echo', { schema: schemaOf(tools, 'json_schema_2020_12_tool') }]],
};

const schemaOf = (tools, wanted) => tools.find(({ name }) => name === wanted).inputSchema;

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const client = new StdioClient(lazymcpExecutable(), ['wrap', '--name', 'fixture', '--url', url]);
client.handle('elicitation/create', ({ requestedSchema }) => ({ action: 'accept', content: defaults(requestedSchema) }));
await client.initialize({ capabilities: { elicitation: { form: { applyDefaults: true } } } });
// Whatever is called, the first call connects.
await client.request('tools/call', { name: 'use_fixture', arguments: {} });
const tools = await client.listAll('tools/list', 'tools');
for (const [name, input] of CALLS[scenario](tools)) {
  const result = await client.request('tools/call', { name, arguments: input });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
}
const { code } = await client.close();
if (code !== 0) throw new Error(`the stub ended with ${code}\n${client.stderr}`);

/** The defaults of a form's fields, which is what a person who just agrees sends. */
function defaults(schema) {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => field.default !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default]));
}
