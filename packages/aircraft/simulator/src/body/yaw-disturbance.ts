import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Wind } from '../air/wind.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { Translation } from './translation.ts';

interface TurnedBody {
  readonly motion: Pick<Translation, 'eastMps' | 'northMps' | 'windEastMps' | 'windNorthMps' | 'airDensity'>;
  readonly yaw: { readonly headingDeg: number };
  /** Twist that the Kite has put into its tether, degrees clockwise. */
  readonly twistDeg: number;
}

/**
 * Torques about the vertical other than those of the rotors. Six rotors are practically symmetric in a steady wind;
 * gusts that differ between them turn the Kite by their component across the nose. A twisted tether turns it back.
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

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#slowEastMps, this.#slowNorthMps] = archive.all(this.#slowEastMps, this.#slowNorthMps);
  }

  /** @param line tether that is paid out */
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
