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

const SAYS = 'Echo: first';

export class ControlScript {
  /** Turns of the user. */
  turns = 2;
  facts = { turns: 0, first: true, second: true };
  problems = [];

  /**
   * @param {import('./session.mjs').Program} program with a shell
   * @param {string} server
   * @param {{executable: string, home: string}} lazymcp `home` is the stub's LAZYMCP_HOME
   */
  constructor(program, server, { executable, home }) {
    this.end = { text: 'done' };
    this.stub = program.toolName(server, stubTool(server));
    this.real = program.toolName(server, 'echo');
    const lazymcp = (command) => program.shell(`LAZYMCP_HOME='${home}' '${executable}' ${command} ${server}`);
    const echo = { tool: this.real, input: { message: 'first' } };
    this.steps = [
      { says: lazymcp('enable'), then: (turn) => this.#listed(turn, true, 'after enable') && this.#said(turn, 'active now') },
      { says: echo, then: (turn) => this.#said(turn, SAYS) },
      { says: lazymcp('disable'), then: (turn) => this.#said(turn, 'disabled') },
      { says: { tool: this.stub, input: {} }, then: (turn) => this.#said(turn, `lazymcp enable ${server}`) },
      { says: this.end, then: (turn) => this.#evicted(turn) },
      { says: echo, then: (turn) => this.#said(turn, 'No such tool') },
      { says: lazymcp('enable'), then: (turn) => this.#listed(turn, true, 'after the second enable') && this.#said(turn, 'active now') },
      { says: echo, then: (turn) => this.#said(turn, SAYS) },
    ];
  }

  async play(turn, number) {
    this.facts.turns = number;
    if (number === 1) {
      this.facts.toolsAtFirst = turn.tools.length;
      this.#listed(turn, false, 'at first');
    } else {
      const fine = this.steps[number - 2]?.then(turn) ?? true;
      if (!fine) this.facts[number <= 3 ? 'first' : 'second'] = false;
    }
    return this.steps[number - 1]?.says ?? this.end;
  }

  finish({ code, output }) {
    const expected = this.steps.length + 1;
    if (this.facts.turns !== expected) this.problems.push(`the client asked the model ${this.facts.turns} times, not ${expected}`);
    if (code !== 0) this.problems.push(`the client ended with exit code ${code}`);
    if (this.problems.length > 0) this.problems.push(`the client said: ${output.slice(-2_000)}`);
  }

  leftBehind(processes) {
    this.facts.leftBehind = processes.length;
    for (const { pid, command } of processes) this.problems.push(`left after the session: ${pid} ${command}`);
  }

  #listed({ tools }, wanted, when) {
    const fine = tools.includes(this.real) === wanted && tools.includes(this.stub);
    if (!fine) this.problems.push(`${when} the request has ${tools.filter((tool) => tool.includes('everything')).join(', ')}`);
    return fine;
  }

  /** Told, not judged: what a client sends its model is the client's to decide. */
  #evicted({ tools }) {
    this.facts.evicted = !tools.includes(this.real);
    return true;
  }

  #said({ lastMessage }, wanted) {
    const fine = lastMessage.includes(wanted);
    if (!fine) this.problems.push(`"${wanted}" is not in the answer: ${lastMessage.slice(-600)}`);
    return fine;
  }
}
