/** Claude Code. */
import fs from 'node:fs';
import path from 'node:path';
import { anthropic } from '../models/anthropic.mjs';

/** A conversation of more than one turn: the user's words on stdin, the client's on stdout, a line each. */
const STREAM = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];

/** @type {import('../session.mjs').Program} */
export const claude = {
  name: 'claude',
  package: '@anthropic-ai/claude-code',
  bin: 'claude',
  dialect: anthropic,
  relists: true,
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Controls the servers of this session' } }),
  delegate: (agent, prompt) => ({
    tool: 'Agent',
    input: { subagent_type: agent, description: 'Does the work', prompt, run_in_background: false },
  }),
  toolName: (server, tool) => `mcp__${server}__${tool}`,
  prepare({ home, server, model, turns, agent }) {
    const config = path.join(home, 'mcp.json');
    const { name, command, args, env } = server;
    fs.writeFileSync(config, JSON.stringify({ mcpServers: { [name]: { type: 'stdio', command, args, env } } }));
    if (agent) defineAgent(path.join(home, '.claude'), agent);
    return {
      args: [...(turns === 1 ? ['-p', 'go'] : STREAM), '--mcp-config', config, '--strict-mcp-config', '--allowedTools', `mcp__${name}`, 'Bash'],
      converse: {
        says: (number) => JSON.stringify({ type: 'user', message: { role: 'user', content: `go on, ${number}` } }),
        isOver: (line) => line.includes('"type":"result"'),
      },
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'dummy',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ENABLE_TOOL_SEARCH: 'false', // else it shows the model names only, and the rig could not see the schemas
      },
    };
  },
};

/** A subagent, and the hooks that tell lazymcp of it. */
function defineAgent(directory, { name, hook }) {
  const agents = path.join(directory, 'agents');
  fs.mkdirSync(agents, { recursive: true });
  fs.writeFileSync(path.join(agents, 'the-researcher.md'), `---\nname: ${name}\ndescription: Does the work\n---\nDo it.\n`);
  const events = ['SessionStart', 'SubagentStart', 'SubagentStop', 'SessionEnd'];
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'command', command: hook }] }]]));
  fs.writeFileSync(path.join(directory, 'settings.json'), JSON.stringify({ hooks }));
}
