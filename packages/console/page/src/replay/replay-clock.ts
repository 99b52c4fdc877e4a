import { Store } from '@kitestring/console-ui/store.ts';
import { clamp } from '../parts/numbers.ts';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
type ReplaySpeed = (typeof SPEEDS)[number];

/** Maximum redraw rate during playback; videos follow `nowUs` with each frame of the screen. */
const PACE_US = 100_000;

export interface ReplayTime {
  /** Station time of the shown position. */
  readonly timeUs: number;
  readonly speed: ReplaySpeed;
  readonly isPlaying: boolean;
}

/** The current time of a replay, shared by videos, map, plots and notifications. */
export class ReplayClock extends Store<ReplayTime> {
  readonly fromUs: number;
  readonly toUs: number;
  #nowUs: number;

  constructor(fromUs: number, toUs: number, startUs = fromUs) {
    super({ timeUs: startUs, speed: 1, isPlaying: false });
    this.fromUs = fromUs;
    this.toUs = toUs;
    this.#nowUs = startUs;
  }

  get nowUs(): number {
    return this.#nowUs;
  }

  /** Starts from the beginning if it is at the end. */
  readonly play = (): void => {
    if (this.#nowUs >= this.toUs) this.#nowUs = this.fromUs;
    this.#show({ isPlaying: true });
  };

  readonly pause = (): void => this.#show({ isPlaying: false });
  readonly setSpeed = (speed: ReplaySpeed): void => this.#show({ speed });

  readonly seek = (timeUs: number): void => {
    this.#nowUs = clamp(timeUs, this.fromUs, this.toUs);
    this.#show({});
  };

  /** Pauses there, for a single picture. */
  readonly stepTo = (timeUs: number): void => {
    this.#nowUs = clamp(timeUs, this.fromUs, this.toUs);
    this.#show({ isPlaying: false });
  };

  /** Advances by this real time. */
  tick(realMs: number): void {
    const { isPlaying, speed, timeUs } = this.snapshot();
    if (!isPlaying) return;
    this.#nowUs = Math.min(this.toUs, this.#nowUs + realMs * 1000 * speed);
    if (this.#nowUs >= this.toUs) this.#show({ isPlaying: false });
    else if (Math.abs(this.#nowUs - timeUs) >= PACE_US * speed) this.#show({});
  }

  #show(change: Partial<ReplayTime>): void {
    this.become({ ...this.snapshot(), ...change, timeUs: this.#nowUs });
  }
}
