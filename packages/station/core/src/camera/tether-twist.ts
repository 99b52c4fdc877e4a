import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';

/** Turns of the Kite that are in the tether, positive clockwise, and the turns that they forbid. */
export class TetherTwist {
  readonly #warningTurns: number;
  readonly #limitTurns: number;
  /** Heading at which the Kite was first seen: there the tether has whole turns. */
  #untwistedDeg: number | undefined;
  #turns = 0;

  constructor(limits: { readonly twistWarningTurns: number; readonly twistLimitTurns: number }) {
    this.#warningTurns = limits.twistWarningTurns;
    this.#limitTurns = limits.twistLimitTurns;
  }

  [STATE](archive: StateArchive): void {
    [this.#untwistedDeg, this.#turns] = archive.all(this.#untwistedDeg, this.#turns);
  }

  /** @param headingUnwrappedDeg the Kite's heading without wrapping, degrees, positive clockwise */
  update(headingUnwrappedDeg: number): void {
    this.#untwistedDeg ??= headingUnwrappedDeg % 360;
    this.#turns = (headingUnwrappedDeg - this.#untwistedDeg) / 360;
  }

  get turns(): number {
    return this.#turns;
  }

  get limitTurns(): number {
    return this.#limitTurns;
  }

  get isWarning(): boolean {
    return Math.abs(this.#turns) >= this.#warningTurns;
  }

  get isCritical(): boolean {
    return Math.abs(this.#turns) >= this.#limitTurns;
  }

  /**
   * Whether the Kite may turn in this direction: at the limit the tether may only be unwound. @param sign of the turn
   */
  check(sign: number): Result<void> {
    if (!this.isCritical || Math.sign(sign) !== Math.sign(this.#turns)) return accepted;
    const direction = this.#turns > 0 ? 'clockwise' : 'counter-clockwise';
    const turns = Math.abs(this.#turns).toFixed(1);
    return refuse('TETHER_TWISTED', { turns, direction, limit: this.#limitTurns });
  }
}
