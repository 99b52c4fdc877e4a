import { accepted, type Result, refuse } from '../refusal.ts';

/** Turns of the Kite that are in the tether, positive clockwise, and what they forbid. */
export class TetherTwist {
  readonly #warningTurns: number;
  readonly #limitTurns: number;
  /** Heading in which the Kite was found first: there the tether has whole turns. */
  #untwistedDeg: number | undefined;
  #turns = 0;

  constructor(limits: { readonly twistWarningTurns: number; readonly twistLimitTurns: number }) {
    this.#warningTurns = limits.twistWarningTurns;
    this.#limitTurns = limits.twistLimitTurns;
  }

  /** @param turnedDeg the Kite's heading without wrapping, degrees, positive clockwise */
  update(turnedDeg: number): void {
    this.#untwistedDeg ??= turnedDeg % 360;
    this.#turns = (turnedDeg - this.#untwistedDeg) / 360;
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

  /** Whether the Kite may turn this way now: a tether at its limit may only be unwound. @param sign of the turn */
  check(sign: number): Result<void> {
    if (!this.isCritical || Math.sign(sign) !== Math.sign(this.#turns)) return accepted;
    const way = this.#turns > 0 ? 'clockwise' : 'counter-clockwise';
    const turns = Math.abs(this.#turns).toFixed(1);
    return refuse(
      'TETHER_TWISTED',
      `the tether is wound up ${turns} turns ${way} (limit ${this.#limitTurns}); turn the other way`,
    );
  }
}
