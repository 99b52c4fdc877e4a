import { FramePacer } from '../../src/source/frame-pacer.ts';
import { RateGovernor } from '../../src/source/rate-governor.ts';

const ID = 'color';
const FRAMES_PER_S = 30;
const LOOK_EVERY_MS = 1000;

interface MachineModel {
  /** How long a picture takes by the clock, by its number and the time at which it begins, seconds. */
  readonly pictureMs: (index: number, atS: number) => number;
}

/** One thread that makes pictures in virtual time, with its pacer and the governor that looks at it once a second. */
export class ModelledMachine {
  readonly #model: MachineModel;
  readonly #governor = new RateGovernor();
  readonly #pacer = new FramePacer(FRAMES_PER_S, 0);
  #nowMs = 0;
  #freeMs = 0;
  #made = 0;
  #skipped = 0;
  #busyMs = 0;
  #seen = { made: 0, skipped: 0, busyMs: 0 };
  changes = 0;

  constructor(model: MachineModel) {
    this.#model = model;
  }

  get framesPerS(): number {
    return FRAMES_PER_S / this.#governor.divisor(ID);
  }

  /** Share of the pictures that were due. */
  get madeShare(): number {
    return this.#made / (this.#made + this.#skipped);
  }

  run(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      this.#work(this.#nowMs + LOOK_EVERY_MS);
      this.#look();
    }
  }

  #work(untilMs: number): void {
    for (;;) {
      const beginMs = this.#freeMs + this.#pacer.dueInMs(this.#freeMs);
      if (beginMs >= untilMs) break;
      this.#skipped += this.#pacer.tick(beginMs);
      const takesMs = this.#model.pictureMs(this.#made, beginMs / 1000);
      this.#made += 1;
      this.#busyMs += takesMs;
      this.#freeMs = beginMs + takesMs;
    }
    this.#nowMs = untilMs;
  }

  #look(): void {
    const { made, skipped, busyMs } = { made: this.#made, skipped: this.#skipped, busyMs: this.#busyMs };
    const load = {
      id: ID,
      priority: 0,
      made: made - this.#seen.made,
      skipped: skipped - this.#seen.skipped,
      busyMs: busyMs - this.#seen.busyMs,
    };
    this.#seen = { made, skipped, busyMs };
    if (!this.#governor.look([load], LOOK_EVERY_MS)) return;
    this.changes += 1;
    this.#pacer.setFramesPerS(this.framesPerS, Math.max(this.#nowMs, this.#freeMs));
  }
}
