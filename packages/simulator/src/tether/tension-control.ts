import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { ForceSensor } from './force-sensor.ts';
import type { Winch } from './winch.ts';

/**
 * Drives the winch so that the tension at the Kite is what it should be. The winch owns the tension and the Kite its
 * height: two that both wanted the length would fight.
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
  /** A motor has failed: the others are relieved of what they can be. */
  isRelieved = false;
  /** The sensor's readings can't be used: the tension goes by what the Kite feels. A fault's monitor sets it. */
  usesModel = false;
  /** Wind as the Kite knows it, m/s. */
  windMps = 0;
  /** Rate of the height that the Kite is told, m/s. */
  climbRateMps = 0;
  /** Pull of the tether as the Kite feels it, newton down. */
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

  /**
   * What the tension at the Kite should be, newton: wind bows the tether, the more of it is out, and tension straightens it.
   * More than that costs power, which warms the spool.
   */
  get setpointN(): number {
    const { calmN, perWind2, leastN, mostN, relievedN } = this.#gains;
    if (this.isRelieved) return relievedN;
    const windN = perWind2 * this.windMps * this.windMps * (this.#winch.measuredM / this.#fullM);
    return Math.max(leastN, Math.min(mostN, calmN + windN));
  }

  /** The tension at the Kite, by sensor and length, or as the Kite feels it, newton. */
  get tensionN(): number {
    if (this.usesModel || this.#sensor.isSilent) return this.modelN;
    return this.#sensor.tensionN + this.#weightNPerM * this.#winch.measuredM;
  }

  update(): void {
    const { gainMpsPerN, shortM, shortGainShare, slackN, slackS, slackReelMps, payOutN } = this.#gains;
    const tensionN = this.tensionN;
    const lengthM = this.#winch.measuredM;
    const baseN = tensionN - this.#weightNPerM * lengthM;
    // A short line is stiff: the same gain would make it ring.
    const gain = gainMpsPerN * Math.max(shortGainShare, Math.min(1, lengthM / shortM));
    let speed = this.climbRateMps + gain * (tensionN - this.setpointN);
    this.#slackS = baseN < slackN ? this.#slackS + this.#periodS : 0;
    if (this.#slackS >= slackS) speed = Math.min(speed, -slackReelMps);
    else if (tensionN > payOutN) speed = this.#mostMps;
    this.#winch.commandMps = speed;
  }

  /** The Kite sits in its cradle. */
  rest(): void {
    this.#slackS = 0;
  }
}
