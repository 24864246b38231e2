/** What the scripts of sessions that control the server have in common: what is played when, and what was wrong. */
export class SteppedScript {
  /** Turns of the user. */
  turns = 1;
  facts = { turns: 0 };
  problems = [];

  /** @type {{says: import('./models/server.mjs').Step, then: (turn: import('./models/server.mjs').Turn) => unknown}[]} */
  steps = [];

  /**
   * @param {string} stub what the model knows the stub's tool as
   * @param {string} real and one of the server's own tools
   */
  constructor(stub, real) {
    this.stub = stub;
    this.real = real;
  }

  async play(turn, number) {
    this.facts.turns = number;
    if (number === 1) this.begins(turn);
    else this.steps[number - 2]?.then(turn);
    return this.steps[number - 1]?.says ?? { text: 'done' };
  }

  /** Looks at the first request. */
  begins(turn) {
    this.facts.toolsAtFirst = turn.tools.length;
    this.listed(turn, false, 'at first');
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

  /** Whether the request has the stub's tool, and the real one where it is `wanted`. */
  listed({ tools }, wanted, when) {
    const fine = tools.includes(this.real) === wanted && tools.includes(this.stub);
    if (!fine) this.problems.push(`${when} the request has ${tools.filter((tool) => tool.includes('everything')).join(', ')}`);
    return fine;
  }

  /** Whether the model is told `wanted`. */
  said({ lastMessage }, wanted) {
    const fine = lastMessage.includes(wanted);
    if (!fine) this.problems.push(`"${wanted}" is not in what the model is told: ${lastMessage.slice(-600)}`);
    return fine;
  }
}
