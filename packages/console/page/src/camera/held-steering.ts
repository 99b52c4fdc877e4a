/** Turns the camera while something is held, with increasing speed. */
import type { CameraControl, SteeringInput } from './camera-control.ts';
import type { LaneClock } from './command-lane.ts';
import { heldShare, STANDING, speedOf, usefulSpeed, type Way } from './speed.ts';

const FASTER_EVERY_MS = 150;

interface HeldSteeringOptions {
  readonly control: CameraControl;
  readonly input: SteeringInput;
  readonly clock: LaneClock;
  /** Field of view of the displayed picture, degrees. */
  readonly fieldOfViewDeg: () => number;
}

export class HeldSteering {
  readonly #options: HeldSteeringOptions;
  readonly #held = new Map<string, Way>();
  #sinceMs = 0;
  #cancel: (() => void) | undefined;

  constructor(options: HeldSteeringOptions) {
    this.#options = options;
  }

  /** @param name of the key or button; repeated calls have no effect */
  hold(name: string, way: Way): void {
    if (this.#held.has(name)) return;
    if (this.#held.size === 0) this.#sinceMs = this.#options.clock.nowMs();
    this.#held.set(name, way);
    this.#steer();
  }

  letGo(name: string): void {
    if (this.#held.delete(name)) this.#steer();
  }

  letGoAll(): void {
    this.#held.clear();
    this.#steer();
  }

  #steer(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const { clock, control, fieldOfViewDeg, input } = this.#options;
    if (this.#held.size === 0) {
      control.steer(input, STANDING);
      return;
    }
    const share = heldShare((clock.nowMs() - this.#sinceMs) / 1000);
    const fastDps = usefulSpeed(control.limits.speed, fieldOfViewDeg()) * share;
    control.steer(input, speedOf(this.#way(), fastDps, control.limits.speed));
    if (share < 1) this.#cancel = clock.after(FASTER_EVERY_MS, () => this.#steer());
  }

  #way(): Way {
    let [right, down] = [0, 0];
    for (const way of this.#held.values()) {
      right += way.right;
      down += way.down;
    }
    return { right, down };
  }
}

/** Keys that turn the camera. */
export const KEY_WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: { right: -1, down: 0 },
  ArrowRight: { right: 1, down: 0 },
  ArrowUp: { right: 0, down: -1 },
  ArrowDown: { right: 0, down: 1 },
};
