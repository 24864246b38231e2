// The least that a client of Streamable HTTP must do, for servers that answer as JSON: what a call costs with nothing in between.
import { Agent, request } from 'node:http';

export class HttpClient {
  #url;
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  #nextId = 0;

  constructor(url) {
    this.#url = url;
  }

  async initialize({ clientInfo }) {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { headers, body } = await this.#post({ id: this.#nextId++, method: 'initialize', params });
    this.#headers['Mcp-Session-Id'] = headers['mcp-session-id'];
    this.#headers['MCP-Protocol-Version'] = JSON.parse(body).result.protocolVersion;
    await this.#post({ method: 'notifications/initialized' });
  }

  async request(method, params) {
    const { body } = await this.#post({ id: this.#nextId++, method, params });
    const { result, error } = JSON.parse(body);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async close() {
    this.#agent.destroy();
  }

  #post(message) {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers: this.#headers }, async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        const { statusCode, headers } = response;
        if (statusCode >= 300) reject(new Error(`HTTP ${statusCode}: ${body}`));
        else resolve({ headers, body });
      });
      sent.once('error', reject).end(JSON.stringify({ jsonrpc: '2.0', ...message }));
    });
  }
}
