import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Attitude } from '../airframe/attitude.ts';
import { RAD_PER_DEG } from '../angle.ts';
import type { Lean } from '../body/translation.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { EarthField } from './earth-field.ts';

/** Root-mean-square error of the World Magnetic Model 2025 by the crustal field, microtesla. Source: its report. */
const CRUST_UT = { north: 0.137, east: 0.089, down: 0.141 };

/** Field of the motor leads along the Kite's axes per watt, by the calibration. */
interface LeadField {
  readonly forwardUtPerW: number;
  readonly rightUtPerW: number;
  readonly downUtPerW: number;
}

/** Soft iron of the Kite: symmetric between two axes. */
interface SoftIron {
  readonly forward: number;
  readonly right: number;
  readonly down: number;
  readonly forwardRight: number;
  readonly forwardDown: number;
  readonly rightDown: number;
}

/** Hard iron of the Kite, and its drift. */
interface HardIron {
  readonly forwardUt: number;
  readonly rightUt: number;
  readonly downUt: number;
  readonly forwardDrift: GaussMarkov;
  readonly rightDrift: GaussMarkov;
  readonly downDrift: GaussMarkov;
}

/**
 * The magnetometer, three axes of the Kite. It measures the Earth's field at its position, a disturbance there, the
 * Kite's hard and soft iron, and the field of the motor currents.
 */
export class Magnetometer {
  readonly #make: SimulatorParameters['magnetometer'];
  readonly #random: RandomStream;
  readonly #earth: EarthField;
  readonly #soft: SoftIron;
  readonly #hard: HardIron;
  readonly #leads: LeadField;
  /** Calibrated field of the leads: the software subtracts it. */
  readonly calibratedLeads: LeadField;
  /** Disturbing field, to the east and north, microtesla. */
  disturbanceEastUt = 0;
  disturbanceNorthUt = 0;
  /** A second one, by a fault. */
  faultEastUt = 0;
  faultNorthUt = 0;
  faultDownUt = 0;
  /** A shifted lead: an uncalibrated field along the Kite's nose, per watt. */
  faultUtPerW = 0;
  /** Microtesla. */
  forwardUt = 0;
  rightUt = 0;
  downUt = 0;

  constructor(make: SimulatorParameters['magnetometer'], earth: EarthField, random: RandomStream, periodS: number) {
    const draw = (sigma: number) => sigma * random.normal();
    this.#make = make;
    this.#random = random;
    this.#earth = {
      northUt: earth.northUt + draw(CRUST_UT.north),
      eastUt: earth.eastUt + draw(CRUST_UT.east),
      downUt: earth.downUt + draw(CRUST_UT.down),
    };
    const soft = () => draw(make.softIronShare);
    this.#soft = {
      forward: soft(),
      right: soft(),
      down: soft(),
      forwardRight: soft(),
      forwardDown: soft(),
      rightDown: soft(),
    };
    const hard = () => draw(make.hardIronUt);
    const fixed = { forwardUt: hard(), rightUt: hard(), downUt: hard() };
    const drift = () => new GaussMarkov(random, make.driftUt, make.driftTimeS, periodS);
    this.#hard = { ...fixed, forwardDrift: drift(), rightDrift: drift(), downDrift: drift() };
    const perW = () => draw(make.leadsUtPerKw / 1000);
    this.#leads = { forwardUtPerW: perW(), rightUtPerW: perW(), downUtPerW: perW() };
    const known = (value: number) => value * (1 + draw(make.leadsErrorShare));
    this.calibratedLeads = {
      forwardUtPerW: known(this.#leads.forwardUtPerW),
      rightUtPerW: known(this.#leads.rightUtPerW),
      downUtPerW: known(this.#leads.downUtPerW),
    };
  }

  [STATE](archive: StateArchive): void {
    const { forwardDrift, rightDrift, downDrift } = this.#hard;
    archive.own(this);
    archive.in(this.#random, forwardDrift, rightDrift, downDrift);
  }

  /** One measurement. @param motorsW power of the motors */
  read(headingDeg: number, lean: Lean, motorsW: number): void {
    const northUt = this.#earth.northUt + this.disturbanceNorthUt + this.faultNorthUt;
    const eastUt = this.#earth.eastUt + this.disturbanceEastUt + this.faultEastUt;
    const downUt = this.#earth.downUt + this.faultDownUt;
    const heading = headingDeg * RAD_PER_DEG;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    const aheadUt = northUt * cosine + eastUt * sine;
    const asideUt = eastUt * cosine - northUt * sine;
    const leanAhead = lean.north * cosine + lean.east * sine;
    const leanAside = lean.east * cosine - lean.north * sine;
    this.#turn(aheadUt, asideUt, downUt, leanAhead, leanAside);
    this.#bend(motorsW);
  }

  /** The same at any attitude. @param motorsW power of the motors */
  readAt(attitude: Pick<Attitude, 'toBody'>, motorsW: number): void {
    const field = attitude.toBody(
      this.#earth.northUt + this.disturbanceNorthUt + this.faultNorthUt,
      this.#earth.eastUt + this.disturbanceEastUt + this.faultEastUt,
      this.#earth.downUt + this.faultDownUt,
    );
    this.forwardUt = field.forward;
    this.rightUt = field.right;
    this.downUt = field.down;
    this.#bend(motorsW);
  }

  /** Converts from level axes to those of a Kite with these tilt tangents forward and right. */
  #turn(aheadUt: number, asideUt: number, downUt: number, leanAhead: number, leanAside: number): void {
    const upright = 1 / Math.sqrt(1 + leanAhead * leanAhead + leanAside * leanAside);
    const nose = 1 / Math.sqrt(1 + leanAhead * leanAhead);
    const alongUp = (leanAhead * aheadUt + leanAside * asideUt - downUt) * upright;
    this.forwardUt = (aheadUt + leanAhead * downUt) * nose;
    this.downUt = -alongUp;
    // Rest of the vector: right is perpendicular to both, and the three are orthogonal.
    const across = asideUt * (1 + leanAhead * leanAhead) - leanAside * (leanAhead * aheadUt - downUt);
    this.rightUt = across * nose * upright;
  }

  #bend(motorsW: number): void {
    const { whiteUt } = this.#make;
    const { forwardUt, rightUt, downUt } = this;
    const leads = this.#leads;
    const soft = this.#soft;
    const hard = this.#hard;
    hard.forwardDrift.step();
    hard.rightDrift.step();
    hard.downDrift.step();
    this.forwardUt += soft.forward * forwardUt + soft.forwardRight * rightUt + soft.forwardDown * downUt;
    this.rightUt += soft.forwardRight * forwardUt + soft.right * rightUt + soft.rightDown * downUt;
    this.downUt += soft.forwardDown * forwardUt + soft.rightDown * rightUt + soft.down * downUt;
    this.forwardUt += hard.forwardUt + hard.forwardDrift.value + (leads.forwardUtPerW + this.faultUtPerW) * motorsW;
    this.rightUt += hard.rightUt + hard.rightDrift.value + leads.rightUtPerW * motorsW;
    this.downUt += hard.downUt + hard.downDrift.value + leads.downUtPerW * motorsW;
    this.forwardUt += whiteUt * this.#random.normal();
    this.rightUt += whiteUt * this.#random.normal();
    this.downUt += whiteUt * this.#random.normal();
  }
}
