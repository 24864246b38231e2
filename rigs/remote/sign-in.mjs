/** Signs in as a person would whom an error told to: `lazymcp login`, with a browser that agrees to everything. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { lazymcpExecutable } from '../lib/lazymcp.mjs';
import { RIGS } from '../lib/node.mjs';

/** More often nobody does what an error says. */
const MOST = 3;
const REMEDY = 'lazymcp login';
/** The suite's authorization servers know this document, and that it is not to be fetched. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';

export class Person {
  #url;
  #known;
  #times = 0;

  /**
   * @param {string} url of the MCP server
   * @param {{client_id?: string, client_secret?: string}} known what the scenario says that the person knows
   */
  constructor(url, known) {
    this.#url = url;
    this.#known = known;
  }

  /**
   * What `request` comes to, after as many sign-ins as its errors ask for and a person has patience for: a result, or what it
   * throws. Tools tell errors in their results.
   */
  async patiently(request) {
    for (;;) {
      const [answer, said] = await request().then(
        (result) => [() => result, result.isError ? JSON.stringify(result.content) : ''],
        (error) => [() => Promise.reject(error), error.message],
      );
      if (!said.includes(REMEDY) || this.#times === MOST) return answer();
      this.#times++;
      await this.#signIn();
    }
  }

  async #signIn() {
    const { client_id: id, client_secret: secret } = this.#known;
    const options = id === undefined ? ['--client-metadata', CLIENT_DOCUMENT] : ['--client-id', id];
    if (secret !== undefined) options.push('--client-secret-env', 'RIG_CLIENT_SECRET');
    await promisify(execFile)(lazymcpExecutable(), ['login', '--url', this.#url, '--timeout', '30s', ...options], {
      env: {
        ...process.env,
        ...(secret === undefined ? {} : { RIG_CLIENT_SECRET: secret }),
        LAZYMCP_BROWSER: `${process.execPath} ${path.join(RIGS, 'remote/browser.mjs')}`,
      },
    });
  }
}
