/** Anthropic's Messages API. */
import { eventStream, sendJson, turn } from './server.mjs';

/** @type {import('./server.mjs').Dialect} */
export const anthropic = {
  isTurn: (path) => /^\/v1\/messages(\?|$)/.test(path),
  read: ({ tools, messages }) => turn((tools ?? []).map(({ name }) => name), tools, said(messages)),
  write: (response, body, step, number) => (body.stream ? stream : whole)(response, body, step, number),
  other: (path) => (path.startsWith('/v1/messages/count_tokens') ? { input_tokens: 10 } : undefined),
};

// Claude Code adds reminders of its own behind what the user or a tool said.
const said = (messages = []) => messages.findLast(({ role }) => role !== 'system');

const USAGE = { input_tokens: 10, output_tokens: 5 };

const isCall = (step) => step.tool !== undefined;
const stopReason = (step) => (isCall(step) ? 'tool_use' : 'end_turn');
const message = (model, number) => ({
  id: `msg_${number}_${Date.now()}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage: USAGE,
});

function whole(response, { model }, step, number) {
  const content = isCall(step)
    ? { type: 'tool_use', id: `toolu_${number}`, name: step.tool, input: step.input }
    : { type: 'text', text: step.text };
  sendJson(response, 200, { ...message(model, number), content: [content], stop_reason: stopReason(step) });
}

function stream(response, { model }, step, number) {
  const write = eventStream(response);
  const send = (type, rest) => write({ type, ...rest }, type);
  const [block, delta] = isCall(step)
    ? [
        { type: 'tool_use', id: `toolu_${number}`, name: step.tool, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(step.input) },
      ]
    : [{ type: 'text', text: '' }, { type: 'text_delta', text: step.text }];
  send('message_start', { message: { ...message(model, number), content: [], stop_reason: null } });
  send('content_block_start', { index: 0, content_block: block });
  send('content_block_delta', { index: 0, delta });
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason: stopReason(step), stop_sequence: null }, usage: USAGE });
  send('message_stop', {});
  response.end();
}
