import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { ForceSensor } from './force-sensor.ts';
import type { Winch } from './winch.ts';

/**
 * Controls the winch for the tension at the Kite. The winch controls the tension and the Kite its height: two
 * controllers of the length would conflict.
 */
export class TensionControl {
  readonly #gains: SimulatorParameters['tension'];
  readonly #weightNPerM: number;
  readonly #mostMps: number;
  readonly #fullM: number;
  readonly #periodS: number;
  readonly #winch: Winch;
  readonly #sensor: ForceSensor;
  #slackS = 0;
  /** Tension at the Kite that was ordered by hand, newton. */
  #orderedN: number | undefined;
  /** A motor has failed: the tension is reduced. */
  isRelieved = false;
  /** The sensor's readings are unusable: the tension is that of the Kite's estimate. Set by a monitor. */
  usesModel = false;
  /** Wind estimate, m/s. */
  windMps = 0;
  /** Rate of the commanded height, m/s. */
  climbRateMps = 0;
  /** Force of the tether by the Kite's estimate, newton down. */
  modelN = 0;

  constructor(parameters: SimulatorParameters, winch: Winch, sensor: ForceSensor, periodS: number) {
    this.#gains = parameters.tension;
    this.#weightNPerM = parameters.tether.massPerM * GRAVITY_MPS2;
    this.#mostMps = parameters.winch.maxSpeedMps;
    this.#fullM = parameters.flight.maxHeightM;
    this.#periodS = periodS;
    this.#winch = winch;
    this.#sensor = sensor;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#slackS = archive.of(this.#slackS);
    // An order of a time that the station has left is not one of now.
    if (archive.isRestoring) this.#orderedN = undefined;
  }

  /**
   * Tension setpoint at the Kite, newton: wind bows a longer tether more, and tension straightens it. More costs
   * power, which heats the spool.
   */
  get setpointN(): number {
    const { calmN, perWind2, leastN, mostN, relievedN } = this.#gains;
    if (this.isRelieved) return relievedN;
    if (this.#orderedN !== undefined) return Math.max(leastN, Math.min(mostN, this.#orderedN));
    const windN = perWind2 * this.windMps * this.windMps * (this.#winch.measuredM / this.#fullM);
    return Math.max(leastN, Math.min(mostN, calmN + windN));
  }

  /** Tension at the Kite, by sensor and length, or by the Kite's estimate, newton. */
  get tensionN(): number {
    if (this.usesModel || this.#sensor.isSilent) return this.modelN;
    return this.#sensor.tensionN + this.#weightNPerM * this.#winch.measuredM;
  }

  /** True while the line hangs loose for long enough to be taken up. */
  get isSlack(): boolean {
    return this.#slackS >= this.#gains.slackS;
  }

  update(): void {
    const { gainMpsPerN, shortM, shortGainShare, slackN, slackS, slackReelMps, payOutN } = this.#gains;
    const tensionN = this.tensionN;
    const lengthM = this.#winch.measuredM;
    const baseN = tensionN - this.#weightNPerM * lengthM;
    // A short line is stiff: the same gain would make it oscillate.
    const gain = gainMpsPerN * Math.max(shortGainShare, Math.min(1, lengthM / shortM));
    let speed = this.climbRateMps + gain * (tensionN - this.setpointN);
    this.#slackS = baseN < slackN ? this.#slackS + this.#periodS : 0;
    if (this.#slackS >= slackS) speed = Math.min(speed, -slackReelMps);
    else if (tensionN > payOutN) speed = this.#mostMps;
    this.#winch.commandMps = speed;
  }

  /** @param tensionN newton, within the limits of the winch; undefined: by the wind */
  order(tensionN: number | undefined): void {
    this.#orderedN = tensionN;
  }

  /** The Kite is in its cradle. */
  rest(): void {
    this.#slackS = 0;
  }
}
