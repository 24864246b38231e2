/** OpenAI's two APIs: Responses, and Chat Completions. */
import { eventStream, sendJson, turn } from './server.mjs';

/** Where a tool stands in a namespace, its name here is `namespace/name`. */
const SEPARATOR = '/';

/** @type {import('./server.mjs').Dialect} */
export const responses = {
  isTurn: (path) => /\/responses(\?|$)/.test(path),
  read: ({ tools, input }) => turn(namesOf(tools), tools, Array.isArray(input) ? input.at(-1) : input),
  write(response, _, step, number) {
    const write = eventStream(response);
    const send = (event) => write(event, event.type);
    const id = `resp_${number}`;
    const item = step.tool === undefined ? spokenItem(step, number) : calledItem(step, number);
    send({ type: 'response.created', response: { id, object: 'response', status: 'in_progress', output: [] } });
    send({ type: 'response.output_item.added', output_index: 0, item });
    send({ type: 'response.output_item.done', output_index: 0, item });
    send({ type: 'response.completed', response: { id, object: 'response', status: 'completed', output: [item], usage: RESPONSES_USAGE } });
    response.end();
  },
  other: models,
};

/** @type {import('./server.mjs').Dialect} */
export const chatCompletions = {
  isTurn: (path) => /\/chat\/completions(\?|$)/.test(path),
  read: ({ tools, messages }) => turn(namesOf(tools), tools, messages?.at(-1)),
  write(response, { model, stream }, step, number) {
    const base = { id: `chat_${number}`, created: 1, model };
    const message = step.tool === undefined ? { role: 'assistant', content: step.text } : calledMessage(step, number);
    const finish_reason = step.tool === undefined ? 'stop' : 'tool_calls';
    if (!stream) {
      const choices = [{ index: 0, message, finish_reason }];
      return sendJson(response, 200, { ...base, object: 'chat.completion', choices, usage: CHAT_USAGE });
    }
    const write = eventStream(response);
    const chunk = (choice, rest) => write({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...rest });
    chunk({ delta: message, finish_reason: null });
    chunk({ delta: {}, finish_reason }, { usage: CHAT_USAGE });
    write('[DONE]');
    response.end();
  },
  other: models,
};

const RESPONSES_USAGE = {
  input_tokens: 5, input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 10,
};
const CHAT_USAGE = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };

/** @param {string} path */
function models(path) {
  return /\/models(\?|$)/.test(path) ? { object: 'list', data: [{ id: 'mock', object: 'model' }], models: [] } : undefined;
}

function namesOf(tools = []) {
  return tools.flatMap((tool) => {
    if (tool.tools) return namesOf(tool.tools).map((name) => `${tool.name}${SEPARATOR}${name}`);
    return [tool.name ?? tool.function?.name ?? tool.type];
  });
}

function calledItem({ tool, input }, number) {
  const at = tool.indexOf(SEPARATOR);
  const name = at < 0 ? { name: tool } : { namespace: tool.slice(0, at), name: tool.slice(at + 1) };
  return { type: 'function_call', id: `fc_${number}`, call_id: `call_${number}`, ...name, arguments: JSON.stringify(input), status: 'completed' };
}

function spokenItem({ text }, number) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: `m_${number}`, role: 'assistant', status: 'completed', content };
}

function calledMessage({ tool, input }, number) {
  const call = { index: 0, id: `call_${number}`, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } };
  return { role: 'assistant', content: null, tool_calls: [call] };
}
