import type { Wind } from '../air/wind.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Translation } from './translation.ts';

interface TurnedBody {
  readonly motion: Translation;
  readonly yaw: { readonly headingDeg: number };
  /** How far it has wound up its tether, degrees clockwise. */
  readonly twistDeg: number;
}

/**
 * What turns the Kite without being asked, beside its rotors. Six rotors are as good as symmetric in a steady wind; gusts
 * that are not the same at all of them turn it, by their part across the nose. A tether that it has wound up turns it back.
 */
export class YawDisturbance {
  readonly #gustVolumeM3: number;
  readonly #gustShare: number;
  readonly #torsionNm2: number;
  readonly #leastLengthM: number;
  readonly #dps2PerNm: number;
  #slowEastMps = 0;
  #slowNorthMps = 0;
  /** Angular acceleration, degrees/s^2, clockwise. */
  dps2 = 0;

  constructor({ kite, tether }: SimulatorParameters, periodS: number) {
    this.#gustVolumeM3 = kite.yawGustVolumeM3;
    this.#gustShare = lagShare(periodS, kite.yawGustTimeS);
    this.#torsionNm2 = tether.torsionNm2;
    this.#leastLengthM = tether.leastLengthM;
    this.#dps2PerNm = DEG_PER_RAD / kite.yawInertiaKgM2;
  }

  /** @param line what is out of the Ground Station */
  update(
    { gustEastMps, gustNorthMps }: Pick<Wind, 'gustEastMps' | 'gustNorthMps'>,
    { motion, yaw, twistDeg }: TurnedBody,
    line: { readonly lengthM: number },
  ): void {
    this.#slowEastMps += this.#gustShare * (gustEastMps - this.#slowEastMps);
    this.#slowNorthMps += this.#gustShare * (gustNorthMps - this.#slowNorthMps);
    const heading = yaw.headingDeg * RAD_PER_DEG;
    const rightMps =
      (gustEastMps - this.#slowEastMps) * Math.cos(heading) - (gustNorthMps - this.#slowNorthMps) * Math.sin(heading);
    const east = motion.eastMps - motion.windEastMps;
    const north = motion.northMps - motion.windNorthMps;
    const airspeed = Math.sqrt(east * east + north * north);
    const gustNm = 0.5 * motion.airDensity * this.#gustVolumeM3 * airspeed * rightMps;
    const windUpNm = (this.#torsionNm2 * twistDeg * RAD_PER_DEG) / Math.max(this.#leastLengthM, line.lengthM);
    this.dps2 = (gustNm - windUpNm) * this.#dps2PerNm;
  }
}
