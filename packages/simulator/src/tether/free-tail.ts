import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** Each halving gives a bit more of the angle: so many give a millionth of a degree. */
const HALVINGS = 28;

/**
 * A line that hangs from a moving Kite with its other end free. It trails straight, at its critical angle: there, what
 * the passing air pushes across it and its weight across it balance, and its top carries the weight along it.
 */
export class FreeTail {
  readonly #weightNPerM: number;
  readonly #areaPerM: number;
  /** Without load, metres. */
  lengthM = 0;
  /** Air that passes it: wind less the Kite's speed, m/s. */
  airEastMps = 0.5;
  airNorthMps = 0.5;
  airUpMps = 0.5;
  airDensity = 1.225;
  /** Length that hangs; the rest lies on the ground, metres. */
  hangingM = 0.5;
  /** Against the vertical, radians. */
  angle = 0.5;
  /** Pull on the Kite, newton. */
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

  /** @param kiteUpM height of the Kite: more does not hang */
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

  /** From hanging to streaming out upwards the push falls and the weight across grows: one angle balances them. */
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
