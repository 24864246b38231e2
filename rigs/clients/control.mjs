/**
 * The model's part of a session in which it controls its servers by commands in the client's own shell, and what has to hold:
 *
 *   1. `lazymcp enable`: the next request has the server's tools, and they answer
 *   2. `lazymcp disable`: the stub's tool refuses, with the way back; the client knows the real tools no more and refuses their
 *      calls itself. Whether it still sends their schemas to its model is told and not judged: Claude Code 2.1.332 does, in this turn of
 *      the user and the next, since a request that keeps its beginning is cheaper
 *   3. `lazymcp enable`: the next request has them again, and they answer
 *
 * The commands say nothing of a session: they find it by the processes above them.
 */
import { stubTool } from '../lib/lazymcp.mjs';
import { SteppedScript } from './stepped.mjs';

const SAYS = 'Echo: first';

export class ControlScript extends SteppedScript {
  /** Turns of the user. */
  turns = 2;

  /**
   * @param {import('./session.mjs').Program} program with a shell
   * @param {string} server
   * @param {{executable: string, home: string}} lazymcp `home` is the stub's LAZYMCP_HOME
   */
  constructor(program, server, { executable, home }) {
    super(program.toolName(server, stubTool(server)), program.toolName(server, 'echo'));
    const lazymcp = (command) => program.shell(`LAZYMCP_HOME='${home}' '${executable}' ${command} ${server}`);
    const echo = { tool: this.real, input: { message: 'first' } };
    this.steps = [
      { says: lazymcp('enable'), then: (turn) => this.listed(turn, true, 'after enable') && this.said(turn, 'active now') },
      { says: echo, then: (turn) => (this.facts.first = this.said(turn, SAYS)) },
      { says: lazymcp('disable'), then: (turn) => this.said(turn, 'disabled') },
      { says: { tool: this.stub, input: {} }, then: (turn) => this.said(turn, `lazymcp enable ${server}`) },
      { says: { text: 'done' }, then: (turn) => this.#evicted(turn) },
      { says: echo, then: (turn) => this.said(turn, 'No such tool') },
      { says: lazymcp('enable'), then: (turn) => this.listed(turn, true, 'after the second enable') && this.said(turn, 'active now') },
      { says: echo, then: (turn) => (this.facts.second = this.said(turn, SAYS)) },
    ];
  }

  /** Told, not judged: what a client sends its model is the client's to decide. */
  #evicted({ tools }) {
    this.facts.evicted = !tools.includes(this.real);
    return true;
  }
}
