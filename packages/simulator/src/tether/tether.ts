import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import { DEG_PER_RAD } from '../angle.ts';
import type { Translation } from '../body/translation.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { FreeTail } from './free-tail.ts';
import { HangingLine } from './hanging-line.ts';
import { LineToKite } from './line-to-kite.ts';
import type { Winch } from './winch.ts';
import { WindLoad } from './wind-load.ts';

/** A line with more than this on the ground is slack, metres. */
const SLACK_M = 0.01;
/** The tail feels the mean wind of this share of what the Kite is above it. */
const MIDDLE = 0.5;

/** Rounds in which the clutch may give way within one step; the second is exact but for the bow. */
const MOST_SLIPS = 6;

/** A point of the tether against its exit at the Ground Station, metres. */
export interface TetherPoint {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
}

/**
 * The tether between winch and Kite: an elastic line in its equilibrium under weight and wind, at every step. Its sideways
 * swinging is replaced by a lag of the wind's load, so that the result is good up to the first natural frequency, about
 * 0.4 Hz at full length. What it pulls with is written into the Kite's motion.
 */
export class Tether {
  readonly #make: SimulatorParameters['tether'];
  readonly #massKg: number;
  readonly #stepS: number;
  readonly #motion: Translation;
  readonly #winch: Winch;
  readonly #clutchN: number;
  readonly line: LineToKite;
  readonly #load: WindLoad;
  readonly #tail: FreeTail;
  readonly #hanging = new HangingLine();
  /** What of the wind's load has come through to its shape, newton per metre, and of the pair at its ends, newton. */
  #windEastNPerM = 0;
  #windNorthNPerM = 0;
  #windUpNPerM = 0;
  #pairEastN = 0;
  #pairNorthN = 0;
  #pairUpN = 0;
  #lagShare = 1;
  #springNPerM = 0;
  #dampingS = 0;
  #meanTensionN = 0;
  #isCut = false;
  #cutAtM = 0;
  #tailWindEastMps = 0;
  #tailWindNorthMps = 0;
  /** Tension at which it breaks, newton. A fault lowers it. */
  strengthN = 0;
  /** Tension at the Kite and at the Ground Station, newton. */
  kiteTensionN = 0;
  baseTensionN = 0;
  /** Pull on the Ground Station, newton. */
  baseEastN = 0;
  baseNorthN = 0;
  baseUpN = 0;
  /** The Kite lies on the ground, and the line with it: nothing hangs. */
  isKiteDown = false;
  /** Steps without a solution: the pull stayed as it was. */
  unsolvedSteps = 0;

  constructor(parameters: SimulatorParameters, motion: Translation, winch: Winch, stepS: number) {
    this.#make = parameters.tether;
    this.#massKg = parameters.kite.massKg;
    this.#stepS = stepS;
    this.#motion = motion;
    this.#winch = winch;
    this.#clutchN = parameters.winch.clutchN;
    this.line = new LineToKite(parameters.tether);
    this.#load = new WindLoad(parameters.tether);
    this.#tail = new FreeTail(parameters.tether);
    this.line.span.loadUpNPerM = -parameters.tether.massPerM * GRAVITY_MPS2;
    this.strengthN = parameters.tether.breakLoadN;
    this.rest();
    this.#meetConditions();
  }

  get isSlack(): boolean {
    return this.#isCut || this.onGroundM > SLACK_M;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Length that lies on the ground, metres. */
  get onGroundM(): number {
    return this.line.onGroundM;
  }

  /** Length between Ground Station and cut, metres; undefined while it is whole. */
  get cutAtM(): number | undefined {
    return this.#isCut ? this.#cutAtM : undefined;
  }

  /** What hangs below the Kite after a cut. */
  get tail(): FreeTail {
    return this.#tail;
  }

  /** Newton steps that the last solution took. */
  get iterations(): number {
    return this.line.span.iterations;
  }

  /** Of the tether at the base against the vertical, degrees. 0 without tension. */
  get baseAngleDeg(): number {
    const across = Math.sqrt(this.baseEastN * this.baseEastN + this.baseNorthN * this.baseNorthN);
    return across === 0 ? 0 : Math.atan2(across, this.baseUpN) * DEG_PER_RAD;
  }

  /** Cuts it so far from the Ground Station, or at the Kite when less is out. */
  cut(atM: number): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#cutAtM = Math.max(0, Math.min(atM, this.#winch.lengthM));
    this.#tail.lengthM = this.#winch.lengthM - this.#cutAtM;
  }

  /** A whole tether takes the place of one that was cut. */
  replace(): void {
    this.#isCut = false;
    this.rest();
  }

  /** The Kite sits in its cradle: nothing is out and nothing pulls. */
  rest(): void {
    this.#release();
    this.line.restart();
    this.#meanTensionN = 0;
    this.#motion.pullBy(0, 0, 0);
  }

  /** Takes in the wind, at its rate: load and lag change slowly against a step. */
  updateLoad(wind: Wind, baseEastMps: number, baseNorthMps: number): void {
    const { airDensity } = this.#motion;
    this.#load.topEastMps = this.#motion.eastMps;
    this.#load.topNorthMps = this.#motion.northMps;
    this.line.copyTo(this.#hanging);
    this.#load.update(this.#hanging, -this.#make.throatM, wind, airDensity, baseEastMps, baseNorthMps);
    if (this.#isCut) this.#blowOnTail(wind, baseEastMps, baseNorthMps);
    this.#meetConditions();
  }

  step(): void {
    const share = this.#lagShare;
    const load = this.#load;
    this.#windEastNPerM += share * (load.eastNPerM - this.#windEastNPerM);
    this.#windNorthNPerM += share * (load.northNPerM - this.#windNorthNPerM);
    this.#windUpNPerM += share * (load.upNPerM - this.#windUpNPerM);
    this.#pairEastN += share * (load.pairEastN - this.#pairEastN);
    this.#pairNorthN += share * (load.pairNorthN - this.#pairNorthN);
    this.#pairUpN += share * (load.pairUpN - this.#pairUpN);
    if (this.#isCut) this.#hang();
    else if (this.isKiteDown) this.#layDown();
    else this.#stretch();
  }

  /** The tether as so many points at equal lengths, from the Ground Station to its other end. */
  shape(points: number): readonly TetherPoint[] {
    const line = this.#hanging;
    const { footEastM, footNorthM } = this.line;
    this.line.copyTo(line);
    const laidM = Math.sqrt(footEastM * footEastM + footNorthM * footNorthM);
    return Array.from({ length: points }, (_, index) => {
      const share = points === 1 ? 1 : index / (points - 1);
      if (this.#isCut) return { eastM: 0, northM: 0, upM: 0 };
      const atM = share * (laidM + line.lengthM) - laidM;
      if (atM < 0) return { eastM: (1 + atM / laidM) * footEastM, northM: (1 + atM / laidM) * footNorthM, upM: 0 };
      line.locate(atM);
      const upM = Math.max(0, line.upM - this.#make.throatM);
      return { eastM: footEastM + line.eastM, northM: footNorthM + line.northM, upM };
    });
  }

  /** What changes slowly: the spring that the line is, its damping, and the lag of its shape. */
  #meetConditions(): void {
    const { stiffnessN, seriesNPerM, leastLengthM, damping, massPerM } = this.#make;
    const lengthM = Math.max(leastLengthM, this.#winch.lengthM);
    this.#springNPerM = 1 / (lengthM / stiffnessN + 1 / seriesNPerM);
    this.#dampingS = 2 * damping * Math.sqrt(this.#massKg / this.#springNPerM);
    // A line whose lower end is held and that turns with its top moves as a third of its mass up there.
    this.#motion.lineKg = this.#isCut ? 0 : (massPerM * this.#winch.lengthM) / 3;
    // A wave needs this long from end to end, and the first mode is half of one.
    const waveMps = Math.sqrt(Math.max(1, this.#meanTensionN) / massPerM);
    this.#lagShare = lagShare(this.#stepS, lengthM / (Math.PI * waveMps));
  }

  #blowOnTail(wind: Wind, baseEastMps: number, baseNorthMps: number): void {
    const { upM, airDensity } = this.#motion;
    const tail = this.#tail;
    const mean = wind.meanMpsAt(upM - MIDDLE * tail.hangingM * Math.cos(tail.angle));
    this.#tailWindEastMps = mean * wind.blowsEast + wind.tetherGustEastMps - baseEastMps;
    this.#tailWindNorthMps = mean * wind.blowsNorth + wind.tetherGustNorthMps - baseNorthMps;
    tail.airDensity = airDensity;
  }

  /** Cut: the Kite carries what hangs down to the ground, the Ground Station nothing. */
  #hang(): void {
    const { eastMps, northMps, upMps, upM } = this.#motion;
    const tail = this.#tail;
    this.#release();
    tail.airEastMps = this.#tailWindEastMps - eastMps;
    tail.airNorthMps = this.#tailWindNorthMps - northMps;
    tail.airUpMps = -upMps;
    tail.hang(upM);
    this.#motion.pullBy(tail.eastN, tail.northN, tail.upN);
    this.kiteTensionN = tail.pullN;
  }

  #release(): void {
    this.baseEastN = 0;
    this.baseNorthN = 0;
    this.baseUpN = 0;
    this.baseTensionN = 0;
    this.kiteTensionN = 0;
  }

  /** On the ground it pulls only when there is less of it than the way to the Kite is long. */
  #layDown(): void {
    const { throatM } = this.#make;
    const { eastM, northM } = this.#motion;
    const chordM = Math.sqrt(eastM * eastM + northM * northM + throatM * throatM);
    let spareM = throatM + this.#winch.lengthM - chordM;
    if (this.#slips(-spareM * this.#springNPerM)) spareM = throatM + this.#winch.lengthM - chordM;
    this.line.onGroundM = Math.max(0, spareM);
    this.baseTensionN = this.#springNPerM * Math.max(0, -spareM);
    this.kiteTensionN = this.baseTensionN;
    const perM = this.baseTensionN / chordM;
    this.baseEastN = perM * eastM;
    this.baseNorthN = perM * northM;
    this.baseUpN = perM * throatM;
    this.#motion.pullBy(-this.baseEastN, -this.baseNorthN, -this.baseUpN);
    this.#breakIfTooTight();
  }

  /** @returns whether the winch's clutch gave way to this tension, and by so much that it is no longer there */
  #slips(tensionN: number): boolean {
    return tensionN > this.#clutchN && this.#winch.slip((tensionN - this.#clutchN) / this.#springNPerM);
  }

  #breakIfTooTight(): void {
    if (this.kiteTensionN > this.strengthN) this.cut(this.#winch.lengthM);
    else if (this.baseTensionN > this.strengthN) this.cut(0);
  }

  /** The equilibrium, again with what the clutch has let out as long as it slips. */
  #stretch(): void {
    const { throatM, massPerM } = this.#make;
    const { line } = this;
    const { span } = line;
    line.kiteEastM = this.#motion.eastM;
    line.kiteNorthM = this.#motion.northM;
    line.kiteUpM = this.#motion.upM + throatM;
    span.springNPerM = this.#springNPerM;
    span.loadEastNPerM = this.#windEastNPerM;
    span.loadNorthNPerM = this.#windNorthNPerM;
    span.loadUpNPerM = this.#windUpNPerM - massPerM * GRAVITY_MPS2;
    for (let slips = 0; slips <= MOST_SLIPS; slips += 1) {
      line.wholeM = throatM + this.#winch.lengthM;
      line.solve();
      if (!span.isSolved) {
        this.unsolvedSteps += 1;
        return;
      }
      this.#pull();
      // Asked here, where the number needs no memory: the winch slips hardly ever.
      if (this.baseTensionN <= this.#clutchN || !this.#slips(this.baseTensionN)) break;
    }
    this.#breakIfTooTight();
  }

  /** What the solved line pulls with at its ends, the pair of the wind's moment and the damping added. */
  #pull(): void {
    const line = this.line;
    const { span } = line;
    // A line that lies on the ground hands nothing of the moment on to its exit.
    const baseShare = line.onGroundM > 0 ? 0 : 1;
    const baseEast = line.exitEastN - baseShare * this.#pairEastN;
    const baseNorth = line.exitNorthN - baseShare * this.#pairNorthN;
    const baseUp = Math.max(0, line.exitUpN - baseShare * this.#pairUpN);
    const topEast = span.topEastN + this.#pairEastN;
    const topNorth = span.topNorthN + this.#pairNorthN;
    const topUp = span.topUpN + this.#pairUpN;
    const baseTensionN = Math.sqrt(baseEast * baseEast + baseNorth * baseNorth + baseUp * baseUp);
    const topTensionN = Math.sqrt(topEast * topEast + topNorth * topNorth + topUp * topUp);
    // Damped is the stretching of the line itself, not the change of its bow, and only while it gets longer.
    const meanN = (baseTensionN + topTensionN) / 2;
    const dampingN = (this.#dampingS * Math.max(0, meanN - this.#meanTensionN)) / this.#stepS;
    this.#meanTensionN = meanN;
    const baseFactor = 1 + dampingN / Math.max(dampingN, baseTensionN, 1e-9);
    const topFactor = 1 + dampingN / Math.max(dampingN, topTensionN, 1e-9);
    this.baseEastN = baseFactor * baseEast;
    this.baseNorthN = baseFactor * baseNorth;
    this.baseUpN = baseFactor * baseUp;
    this.baseTensionN = baseFactor * baseTensionN;
    this.kiteTensionN = topFactor * topTensionN;
    this.#motion.pullBy(topFactor * topEast, topFactor * topNorth, topFactor * topUp);
  }
}
