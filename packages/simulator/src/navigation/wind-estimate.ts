import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Speed of the air whose drag has this size, m/s: the positive root of drag = linear v + 1/2 rho CdA v^2. */
export function airspeedOfDrag(dragN: number, kite: SimulatorParameters['kite'], airDensity: number): number {
  const quadratic = 0.5 * airDensity * kite.dragAreaM2;
  const linear = kite.linearDragNsPerM;
  return (Math.sqrt(linear * linear + 4 * quadratic * dragN) - linear) / (2 * quadratic);
}

/**
 * The wind as the Kite knows it, and whether it is too much: the sustained wind or the drift over the limit for a while,
 * until both have been well below it for longer.
 */
export class WindEstimate {
  readonly #wind: SimulatorParameters['wind'];
  readonly #share: number;
  readonly #sustainedShare: number;
  readonly #periodS: number;
  #sustainedMps = 0;
  #overS = 0;
  #clearS = 0;
  /** Averaged over a short time. */
  speedMps = 0;
  isOverLimit = false;

  constructor(wind: SimulatorParameters['wind'], periodS: number) {
    this.#wind = wind;
    this.#share = lagShare(periodS, wind.estimateTimeS);
    this.#sustainedShare = lagShare(periodS, wind.sustainedTimeS);
    this.#periodS = periodS;
  }

  /** In the cradle, by the anemometer beside it. */
  updateOnGround(measuredMps: number): void {
    this.#average(Math.max(0, measuredMps));
    this.#overS = 0;
    this.isOverLimit = false;
  }

  updateInFlight(measuredMps: number, driftM: number): void {
    const { limitMps, limitDriftM, limitS, clearShare, clearS } = this.#wind;
    this.#average(measuredMps);
    const load = Math.max(this.#sustainedMps / limitMps, driftM / limitDriftM);
    this.#overS = load > 1 ? this.#overS + this.#periodS : 0;
    this.#clearS = load < clearShare ? this.#clearS + this.#periodS : 0;
    if (this.#overS >= limitS) this.isOverLimit = true;
    if (this.#clearS >= clearS) this.isOverLimit = false;
  }

  #average(measuredMps: number): void {
    this.speedMps += this.#share * (measuredMps - this.speedMps);
    this.#sustainedMps += this.#sustainedShare * (measuredMps - this.#sustainedMps);
  }
}
