#!/usr/bin/env node
/**
 * A client for the client scenarios of the conformance suite, which starts it with the URL of its server as the last argument:
 * it reaches that server through `lazymcp wrap --url`.
 */
import { lazymcpExecutable } from '../lib/lazymcp.mjs';
import { StdioClient } from '../lib/stdio-client.mjs';
import { Person } from './sign-in.mjs';

/** What the scenarios want to see called, with what; those without an entry here want each tool called. */
const CALLS = {
  initialize: [],
  tools_call: [['add_numbers', { a: 5, b: 3 }]],
  'elicitation-sep1034-client-defaults': [['test_client_elicitation_defaults', {}]],
  'sse-retry': [['test_reconnection', {}]],
};

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const client = new StdioClient(lazymcpExecutable(), ['wrap', '--name', 'fixture', '--url', url]);
client.handle('elicitation/create', ({ requestedSchema }) => ({ action: 'accept', content: defaults(requestedSchema) }));
await client.initialize({ capabilities: { elicitation: { form: { applyDefaults: true } } } });
// Whatever is called, the first call connects.
const person = new Person(url, JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'));
const call = (name, input) =>
  person.patiently(() => client.request('tools/call', { name, arguments: input }));
await call('use_fixture', {});
const tools = await person.patiently(() => client.listAll('tools/list', 'tools'));
const all = () => tools.filter(({ name }) => name !== 'use_fixture').map(({ name }) => [name, {}]);
for (const [name, input] of CALLS[scenario] ?? all()) {
  const result = await call(name, input);
  // Whether a sign-in should have helped is what the scenario judges.
  if (result.isError && !scenario.startsWith('auth/')) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
}
const { code } = await client.close();
if (code !== 0) throw new Error(`the stub ended with ${code}\n${client.stderr}`);

/** The defaults of a form's fields, which is what a person who just agrees sends. */
function defaults(schema) {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => field.default !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default]));
}
