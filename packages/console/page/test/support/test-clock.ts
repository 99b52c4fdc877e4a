import type { LaneClock } from '../../src/camera/command-lane.ts';

/** Time that a test moves. */
export class TestClock implements LaneClock {
  #nowMs = 0;
  readonly #due: { readonly atMs: number; readonly run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, run };
    this.#due.push(entry);
    return () => {
      const index = this.#due.indexOf(entry);
      if (index >= 0) this.#due.splice(index, 1);
    };
  }

  /** Lets time go by in steps, and what follows from promises after each. */
  async advance(milliseconds: number): Promise<void> {
    const endMs = this.#nowMs + milliseconds;
    for (;;) {
      await settle();
      const next = this.#due.toSorted((a, b) => a.atMs - b.atMs).find(({ atMs }) => atMs <= endMs);
      if (next === undefined) break;
      this.#nowMs = next.atMs;
      this.#due.splice(this.#due.indexOf(next), 1);
      next.run();
    }
    this.#nowMs = endMs;
  }
}

/** Everything that is ready to go on has gone on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
