/** GitHub Copilot CLI. */
import fs from 'node:fs';
import path from 'node:path';
import { chatCompletions } from '../models/openai.mjs';

/** @type {import('../session.mjs').Program} */
export const copilot = {
  name: 'copilot',
  package: '@github/copilot',
  bin: 'copilot',
  dialect: chatCompletions,
  relists: true,
  toolName: (server, tool) => `${server}-${tool}`,
  prepare({ home, server, model }) {
    const { name, command, args, env } = server;
    const entry = { type: 'local', command, args, env, tools: ['*'] };
    fs.mkdirSync(path.join(home, '.copilot'));
    fs.writeFileSync(path.join(home, '.copilot/mcp-config.json'), JSON.stringify({ mcpServers: { [name]: entry } }));
    return {
      args: ['-p', 'go', '--allow-all-tools'],
      env: { COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_MODEL: 'mock' },
    };
  },
};
