/** Gemini CLI. */
import fs from 'node:fs';
import path from 'node:path';
import { gemini as dialect } from '../models/gemini.mjs';

/** @type {import('../session.mjs').Program} */
export const gemini = {
  name: 'gemini',
  package: '@google/gemini-cli',
  bin: 'gemini',
  dialect,
  relists: true,
  toolName: (server, tool) => `mcp_${server}_${tool}`,
  prepare({ home, server, model }) {
    const { name, command, args, env } = server;
    const settings = {
      mcpServers: { [name]: { command, args, env } },
      security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true },
    };
    fs.mkdirSync(path.join(home, '.gemini'));
    fs.writeFileSync(path.join(home, '.gemini/settings.json'), JSON.stringify(settings));
    return {
      args: ['-y', '-m', 'gemini-2.5-flash', '-p', 'go'],
      env: { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: model },
    };
  },
};
