/**
 * A session with a subagent and a server that is for this agent alone. The client's own hooks tell lazymcp who is active:
 *
 *   1. in the main agent's first request there is one placeholder, and no server runs
 *   2. the subagent calls through the stub's tool: its hook came before, so the server starts and answers, and the subagent's
 *      next request has the real tools
 *   3. when the subagent is done the main agent's request has the placeholder alone, and its call is refused with the agent that
 *      the server is for
 */
import { stubTool } from '../lib/lazymcp.mjs';
import { SteppedScript } from './stepped.mjs';

const AGENT = 'Research';
const PROMPT = 'the subagent begins';
const REPORT = 'the subagent is done';
const SAYS = 'Echo: first';

export class AgentsScript extends SteppedScript {
  /** Options of the stub. */
  options = ['--agents', AGENT];

  /**
   * @param {import('./session.mjs').Program} program that has subagents
   * @param {string} server
   * @param {{executable: string, home: string, running: () => object[]}} lazymcp `home` is the stub's LAZYMCP_HOME, `running`
   *   tells which processes of the server there are
   */
  constructor(program, server, { executable, home, running }) {
    super(program.toolName(server, stubTool(server)), program.toolName(server, 'echo'));
    this.agent = { name: AGENT, hook: `LAZYMCP_HOME='${home}' '${executable}' agent hook` };
    this.running = running;
    const echo = { tool: this.stub, input: { tool: 'echo', arguments: { message: 'first' } } };
    this.steps = [
      { says: program.delegate(AGENT, PROMPT), then: (turn) => this.said(turn, PROMPT) && this.listed(turn, false, "in the subagent's first request") },
      { says: echo, then: (turn) => (this.facts.first = this.said(turn, SAYS) && this.listed(turn, true, "in the subagent's second request")) },
      { says: { text: REPORT }, then: (turn) => this.said(turn, REPORT) && this.listed(turn, false, 'after the subagent') },
      { says: echo, then: (turn) => (this.facts.second = this.said(turn, `only for the agents ${AGENT}`)) },
    ];
  }

  begins(turn) {
    super.begins(turn);
    this.facts.serversAtFirst = this.running().length;
    for (const { pid, command } of this.running()) this.problems.push(`at the first request the server runs already: ${pid} ${command}`);
  }
}
