import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Each halving gives one more bit of the angle: this many give a millionth of a degree. */
const HALVINGS = 28;

/**
 * A line that hangs from a moving Kite with its other end free. It trails straight, at its critical angle: there air
 * load and weight across it balance, and its top carries the weight along it.
 */
export class FreeTail {
  readonly #weightNPerM: number;
  readonly #areaPerM: number;
  /** Unloaded length, metres. */
  lengthM = 0;
  /** Relative air velocity: wind minus the Kite's velocity, m/s. */
  airEastMps = 0.5;
  airNorthMps = 0.5;
  airUpMps = 0.5;
  airDensity = 1.225;
  /** Hanging length; the rest lies on the ground, metres. */
  hangingM = 0.5;
  /** Angle to the vertical, radians. */
  angle = 0.5;
  /** Force on the Kite, newton. */
  pullN = 0.5;
  eastN = 0.5;
  northN = 0.5;
  upN = 0.5;

  constructor({
    massPerM,
    dragCoefficient,
    diameterM,
  }: Pick<SimulatorParameters['tether'], 'massPerM' | 'dragCoefficient' | 'diameterM'>) {
    this.#weightNPerM = massPerM * GRAVITY_MPS2;
    this.#areaPerM = 0.5 * dragCoefficient * diameterM;
  }

  /** @param kiteUpM height of the Kite: a longer tail lies on the ground */
  hang(kiteUpM: number): void {
    const { airEastMps, airNorthMps } = this;
    const levelMps = Math.sqrt(airEastMps * airEastMps + airNorthMps * airNorthMps);
    this.#findAngle(levelMps);
    const sine = Math.sin(this.angle);
    const cosine = Math.max(0, Math.cos(this.angle));
    this.hangingM = cosine * this.lengthM > kiteUpM ? Math.max(0, kiteUpM / cosine) : this.lengthM;
    const pullN = this.hangingM * this.#weightNPerM * cosine;
    this.pullN = pullN;
    const perMps = levelMps === 0 ? 0 : (pullN * sine) / levelMps;
    this.eastN = perMps * airEastMps;
    this.northN = perMps * airNorthMps;
    this.upN = -pullN * cosine;
  }

  /** From hanging to trailing upwards the air load decreases and the weight across grows: they balance at one angle. */
  #findAngle(levelMps: number): void {
    const perMps2 = this.#areaPerM * this.airDensity;
    let least = 0;
    let most = Math.PI;
    for (let count = 0; count < HALVINGS; count += 1) {
      const angle = (least + most) / 2;
      const across = levelMps * Math.cos(angle) + this.airUpMps * Math.sin(angle);
      if (perMps2 * across * Math.abs(across) > this.#weightNPerM * Math.sin(angle)) least = angle;
      else most = angle;
    }
    this.angle = (least + most) / 2;
  }
}
