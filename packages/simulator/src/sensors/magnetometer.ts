import { RAD_PER_DEG } from '../angle.ts';
import type { Lean } from '../body/translation.ts';
import { GaussMarkov } from '../noise/gauss-markov.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { EarthField } from './earth-field.ts';

/** Root-mean-square error of the World Magnetic Model 2025 by what lies in the crust, microtesla. Source: its report. */
const CRUST_UT = { north: 0.137, east: 0.089, down: 0.141 };

/** A watt through the leads of the motors, as the calibration knows them, makes this field along the Kite's axes. */
export interface LeadField {
  readonly forwardUtPerW: number;
  readonly rightUtPerW: number;
  readonly downUtPerW: number;
}

/**
 * The magnetometer: three axes of the Kite. What it measures is the Earth's field where it is, what disturbs it there, what
 * the Kite's own iron adds (hard) and bends (soft), and what the currents to the motors make.
 */
export class Magnetometer {
  readonly #make: SimulatorParameters['magnetometer'];
  readonly #random: RandomStream;
  readonly #earth: EarthField;
  /** Symmetric: forward, right, down, and the three pairs of them. */
  readonly #soft: readonly number[];
  readonly #hard: readonly [GaussMarkov, GaussMarkov, GaussMarkov];
  readonly #hardUt: readonly number[];
  readonly #leads: LeadField;
  /** What the calibration has for the leads: the software takes it off again. */
  readonly calibratedLeads: LeadField;
  /** A field besides the Earth's, to East and North, microtesla. */
  disturbanceEastUt = 0;
  disturbanceNorthUt = 0;
  /** Another one on top of it. */
  faultEastUt = 0;
  faultNorthUt = 0;
  /** A lead has come off its place: a field along the Kite's nose that the calibration does not know, per watt. */
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
    this.#soft = Array.from({ length: 6 }, () => draw(make.softIronShare));
    this.#hardUt = Array.from({ length: 3 }, () => draw(make.hardIronUt));
    const drift = () => new GaussMarkov(random, make.driftUt, make.driftTimeS, periodS);
    this.#hard = [drift(), drift(), drift()];
    const perW = () => draw(make.leadsUtPerKw / 1000);
    this.#leads = { forwardUtPerW: perW(), rightUtPerW: perW(), downUtPerW: perW() };
    const known = (value: number) => value * (1 + draw(make.leadsErrorShare));
    this.calibratedLeads = {
      forwardUtPerW: known(this.#leads.forwardUtPerW),
      rightUtPerW: known(this.#leads.rightUtPerW),
      downUtPerW: known(this.#leads.downUtPerW),
    };
  }

  /** One measurement. @param motorsW what the motors draw */
  read(headingDeg: number, lean: Lean, motorsW: number): void {
    const northUt = this.#earth.northUt + this.disturbanceNorthUt + this.faultNorthUt;
    const eastUt = this.#earth.eastUt + this.disturbanceEastUt + this.faultEastUt;
    const heading = headingDeg * RAD_PER_DEG;
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    const aheadUt = northUt * cosine + eastUt * sine;
    const asideUt = eastUt * cosine - northUt * sine;
    const leanAhead = lean.north * cosine + lean.east * sine;
    const leanAside = lean.east * cosine - lean.north * sine;
    this.#turn(aheadUt, asideUt, this.#earth.downUt, leanAhead, leanAside);
    this.#bend(motorsW);
  }

  /** From level axes to those of a Kite whose vertical leans ahead and aside by these tangents. */
  #turn(aheadUt: number, asideUt: number, downUt: number, leanAhead: number, leanAside: number): void {
    const upright = 1 / Math.sqrt(1 + leanAhead * leanAhead + leanAside * leanAside);
    const nose = 1 / Math.sqrt(1 + leanAhead * leanAhead);
    const alongUp = (leanAhead * aheadUt + leanAside * asideUt - downUt) * upright;
    this.forwardUt = (aheadUt + leanAhead * downUt) * nose;
    this.downUt = -alongUp;
    // What is left of the vector: right is across both, and the three are square to each other.
    const across = asideUt * (1 + leanAhead * leanAhead) - leanAside * (leanAhead * aheadUt - downUt);
    this.rightUt = across * nose * upright;
  }

  #bend(motorsW: number): void {
    const { whiteUt } = this.#make;
    const { forwardUt, rightUt, downUt } = this;
    const leads = this.#leads;
    const [s0, s1, s2, s3, s4, s5] = this.#soft as readonly [number, number, number, number, number, number];
    const [h0, h1, h2] = this.#hardUt as readonly [number, number, number];
    const [d0, d1, d2] = this.#hard;
    d0.step();
    d1.step();
    d2.step();
    const leadForward = (leads.forwardUtPerW + this.faultUtPerW) * motorsW;
    this.forwardUt += s0 * forwardUt + s3 * rightUt + s4 * downUt + h0 + d0.value + leadForward;
    this.rightUt += s3 * forwardUt + s1 * rightUt + s5 * downUt + h1 + d1.value + leads.rightUtPerW * motorsW;
    this.downUt += s4 * forwardUt + s5 * rightUt + s2 * downUt + h2 + d2.value + leads.downUtPerW * motorsW;
    this.forwardUt += whiteUt * this.#random.normal();
    this.rightUt += whiteUt * this.#random.normal();
    this.downUt += whiteUt * this.#random.normal();
  }
}
