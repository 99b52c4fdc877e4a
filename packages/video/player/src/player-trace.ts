/** Log of a player's actions and their reasons, for the diagnosis of networks. */

interface TraceEntry {
  /** Milliseconds since 1970, on the clock of this machine. */
  readonly atMs: number;
  readonly text: string;
}

/** Some minutes of a bad network, some days of a good one. */
const KEPT = 300;

/** The latest events, oldest first. They contain no token and no address. */
export class PlayerTrace {
  readonly #nowMs: () => number;
  #entries: TraceEntry[] = [];

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  get entries(): readonly TraceEntry[] {
    return this.#entries;
  }

  readonly add = (text: string): void => {
    this.#entries = [...this.#entries.slice(1 - KEPT), { atMs: this.#nowMs(), text }];
  };

  /** One line for each, with its time in UTC. */
  text(): string {
    return this.#entries.map(({ atMs, text }) => `${new Date(atMs).toISOString()} ${text}\n`).join('');
  }
}

/** Adds a line. */
export type Trace = PlayerTrace['add'];
