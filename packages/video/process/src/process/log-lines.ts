import type { LogLine } from './protocol.ts';

/** A client that connects a thousand times a second must neither fill the station's log nor load the station. */
const LINES_PER_S = 20;
const MS_PER_S = 1000;

/** Passes lines to the station's log, limited per second, and reports the number of dropped ones. */
export class LogLines {
  readonly #send: (line: LogLine) => void;
  readonly #nowMs: () => number;
  #secondMs = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #leftOut = 0;

  /** @param nowMs a monotonic clock, milliseconds */
  constructor(send: (line: LogLine) => void, nowMs: () => number) {
    this.#send = send;
    this.#nowMs = nowMs;
  }

  say(line: LogLine): void {
    if (this.#nowMs() - this.#secondMs >= MS_PER_S) this.#begin();
    if (this.#lines < LINES_PER_S) this.#send(line);
    else this.#leftOut += 1;
    this.#lines += 1;
  }

  #begin(): void {
    this.#secondMs = this.#nowMs();
    this.#lines = 0;
    const lines = this.#leftOut;
    this.#leftOut = 0;
    if (lines > 0) this.#send({ level: 'info', message: 'lines about viewers were left out', fields: { lines } });
  }
}
