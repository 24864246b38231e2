// What a prompt pays for a session's schemas: the real servers' lists, and what the dormant stubs show instead.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { few, withSession } from '../lib/catalog.mjs';

// The text may hold anything, also what looks like a control token of the encoding.
const count = (text) => countTokens(text, { disallowedSpecial: new Set() });

/** A tool as clients put it into a prompt: what the model needs to call it, as JSON. */
const asPrompted = ({ name, description, inputSchema }) => JSON.stringify({ name, description, input_schema: inputSchema });

export const toolTokens = (tools) => tools.reduce((sum, tool) => sum + count(asPrompted(tool)), 0);

async function catalogOf(command, env) {
  return withSession(command, env, async (client, { instructions = '' }) => {
    const tools = await client.listAll('tools/list', 'tools');
    return { tools: tools.length, tokens: toolTokens(tools), listed: count(JSON.stringify(tools)), instructions: count(instructions) };
  });
}

const total = (catalogs, field) => catalogs.reduce((sum, catalog) => sum + catalog[field], 0);

async function dormant(context, { wrap }, home) {
  return few(4, context.entries.map((entry) => () => catalogOf(wrap(entry), { ...entry.env, ...home })));
}

export async function run(context) {
  await context.warmUp();
  const [subject] = context.subjects;
  const eager = await few(2, context.entries.map(({ command, env }) => () => catalogOf(command, env)));
  const cold = await dormant(context, subject, subject.cold);
  const warm = await dormant(context, subject, subject.warm);
  return {
    figures: {
      tokens: { value: total(warm, 'tokens') },
      tokens_cold: { value: total(cold, 'tokens') },
      eager_tokens: { value: total(eager, 'tokens') },
      eager_list_tokens: { value: total(eager, 'listed') },
      eager_tools: { value: total(eager, 'tools') },
      eager_instructions: { value: total(eager, 'instructions') },
      instructions_tokens: { value: total(warm, 'instructions') },
    },
    detail: Object.fromEntries(context.entries.map(({ name }, i) => [name, { eager: eager[i], cold: cold[i], warm: warm[i] }])),
  };
}
