import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';

/** Position of the lids by their limit switches. */
type LidsPosition = 'Closed' | 'Between' | 'Opened';

/** Rooftop Box: two lids with a motor, the safety land button and the vehicle's parking brake. */
export class RooftopBox {
  readonly #share: number;
  #direction = 0;
  /** 0 closed, 1 open. */
  opening = 0;
  /** The lids are blocked: by hand, or by a fault. */
  jammed = false;
  isStuck = false;
  safetyLandButtonPressed = false;
  parkingBrakeEngaged = true;

  constructor(lidTravelS: number, isOpen: boolean, periodS: number) {
    this.#share = periodS / lidTravelS;
    this.opening = isOpen ? 1 : 0;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#direction = archive.of(this.#direction);
  }

  get lids(): LidsPosition {
    if (this.opening <= 0) return 'Closed';
    return this.opening >= 1 ? 'Opened' : 'Between';
  }

  open(): void {
    this.#direction = 1;
  }

  close(): void {
    this.#direction = -1;
  }

  /** @param isKiteInCradle interlock of the box: the lids never close under a flying Kite */
  step(isKiteInCradle: boolean): void {
    if (this.#direction === 0 || this.jammed || this.isStuck || (this.#direction < 0 && !isKiteInCradle)) return;
    const next = this.opening + this.#direction * this.#share;
    // Summed up in steps, the ends would be missed by a rounding error.
    this.opening = next < this.#share / 2 ? 0 : next > 1 - this.#share / 2 ? 1 : next;
    if (this.opening === 0 || this.opening === 1) this.#direction = 0;
  }
}
