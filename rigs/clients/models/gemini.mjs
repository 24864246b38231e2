/** Google's generateContent API. */
import { eventStream, sendJson, turn } from './server.mjs';

/** The CLI asks for a model to route to and for the next speaker, as JSON. One answer fits both. */
const ROUTING = { model_choice: 'flash', complexity_score: 1, complexity_reasoning: '-', reasoning: '-', next_speaker: 'user' };

/** @type {import('./server.mjs').Dialect} */
export const gemini = {
  isTurn: (path) => /:(stream)?generateContent/i.test(path),
  read({ tools, contents }) {
    const names = (tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
    return turn(names, tools, contents?.at(-1));
  },
  write(response, body, step) {
    const wantsJson = body.generationConfig?.responseMimeType === 'application/json';
    const part = step.tool === undefined ? { text: wantsJson ? JSON.stringify(ROUTING) : step.text } : { functionCall: { name: step.tool, args: step.input } };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
      modelVersion: 'mock',
    };
    if (!/:streamGenerateContent/i.test(response.req.url)) return sendJson(response, 200, answer);
    eventStream(response)(answer);
    response.end();
  },
};
