/** Claude Code. */
import fs from 'node:fs';
import path from 'node:path';
import { anthropic } from '../models/anthropic.mjs';

/** @type {import('../session.mjs').Program} */
export const claude = {
  name: 'claude',
  package: '@anthropic-ai/claude-code',
  bin: 'claude',
  dialect: anthropic,
  relists: true,
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Controls the servers of this session' } }),
  toolName: (server, tool) => `mcp__${server}__${tool}`,
  prepare({ home, server, model }) {
    const config = path.join(home, 'mcp.json');
    const { name, command, args, env } = server;
    fs.writeFileSync(config, JSON.stringify({ mcpServers: { [name]: { type: 'stdio', command, args, env } } }));
    return {
      args: ['-p', 'go', '--mcp-config', config, '--strict-mcp-config', '--allowedTools', `mcp__${name}`, 'Bash'],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'dummy',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ENABLE_TOOL_SEARCH: 'false', // else it shows the model names only, and the rig could not see the schemas
      },
    };
  },
};
