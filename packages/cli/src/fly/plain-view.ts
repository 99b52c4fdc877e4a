import type { TerminalOutput } from '../context.ts';
import { failureText } from '../failure-text.ts';
import type { Demonstration, DemonstrationEvents, StepRecord } from './demonstration.ts';

/** The flight as lines, for a log or a pipe. */
export class PlainView implements DemonstrationEvents {
  readonly #out: TerminalOutput;
  readonly #seen = new Set<string>();
  #leave: () => void = () => {};

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  show({ watch }: Demonstration): void {
    this.#leave = watch.onChange(() => {
      for (const [identity, { severity, code, message }] of watch.notifications) {
        if (this.#seen.has(identity)) continue;
        this.#seen.add(identity);
        this.#out.write(`notification ${severity} ${code}: ${message}\n`);
      }
    });
  }

  stepBegan({ title }: StepRecord): void {
    this.#out.write(`${title} ...\n`);
  }

  stepEnded({ title, state, seconds }: StepRecord): void {
    this.#out.write(`${title}: ${state} after ${seconds.toFixed(1)} s\n`);
  }

  failed(error: unknown): void {
    this.#out.write(`${failureText(error)}\n`);
  }

  cameDown(isDown: boolean): void {
    this.#out.write(isDown ? 'The Kite is on the ground.\n' : 'The Kite is still in the air.\n');
  }

  finish(): void {
    this.#leave();
  }
}
