/** OpenAI Codex. It never lists tools a second time in a session: everything goes through the stub's tool. */
import fs from 'node:fs';
import path from 'node:path';
import { responses } from '../models/openai.mjs';

/** @type {import('../session.mjs').Program} */
export const codex = {
  name: 'codex',
  package: '@openai/codex',
  bin: 'codex',
  dialect: responses,
  relists: false,
  toolName: (server, tool) => `mcp__${server}/${tool}`,
  prepare({ home, server, model }) {
    const codexHome = path.join(home, '.codex');
    fs.mkdirSync(codexHome);
    fs.writeFileSync(path.join(codexHome, 'config.toml'), configuration(server, model));
    return {
      args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'go'],
      env: { CODEX_HOME: codexHome, MOCK_KEY: 'dummy' },
    };
  },
};

/** JSON strings and arrays of strings are TOML ones too. */
const configuration = ({ name, command, args, env }, model) => `\
model = "mock"
model_provider = "mock"

[model_providers.mock]
name = "mock"
base_url = ${JSON.stringify(`${model}/v1`)}
wire_api = "responses"
env_key = "MOCK_KEY"

[mcp_servers.${name}]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}

[mcp_servers.${name}.env]
${Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join('\n')}
`;
