import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import { DEG_PER_RAD } from '../angle.ts';
import type { Translation } from '../body/translation.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { Catenary, LEAST_SPAN_M } from './catenary.ts';
import { HangingLine } from './hanging-line.ts';
import type { Winch } from './winch.ts';

/** A line on the ground leaves at least this much of it hanging, metres. */
const LEAST_LINE_M = 0.02;
/** So much line may come to lie on the ground, or be lifted off it, in one step, metres. */
const MOST_LAID_M = 0.05;
/** A line with more than this on the ground is slack, metres. */
const SLACK_M = 0.01;

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
  readonly #catenary = new Catenary();
  /** Newton per metre: what the wind would load the line with, and what has come through to its shape. */
  #steadyEastNPerM = 0;
  #steadyNorthNPerM = 0;
  #steadyUpNPerM = 0;
  #windEastNPerM = 0;
  #windNorthNPerM = 0;
  #windUpNPerM = 0;
  #lagShare = 1;
  #springNPerM = 0;
  #dampingS = 0;
  #meanTensionN = 0;
  #isCut = false;
  #cutAtM = 0;
  #tailM = 0;
  /** Tension at which it breaks, newton. A fault lowers it. */
  strengthN = 0;
  /** Tension at the Kite and at the Ground Station, newton. */
  kiteTensionN = 0;
  baseTensionN = 0;
  /** Pull on the Ground Station, newton. */
  baseEastN = 0;
  baseNorthN = 0;
  baseUpN = 0;
  /** Length that lies on the ground, metres. */
  onGroundM = 0;
  /** The Kite lies on the ground, and the line with it: nothing hangs. */
  isKiteDown = false;
  /** Newton steps that the last solution took. */
  iterations = 0;
  /** Steps without a solution: the pull stayed as it was. */
  unsolvedSteps = 0;

  constructor(parameters: SimulatorParameters, motion: Translation, winch: Winch, stepS: number) {
    this.#make = parameters.tether;
    this.#massKg = parameters.kite.massKg;
    this.#stepS = stepS;
    this.#motion = motion;
    this.#winch = winch;
    this.strengthN = parameters.tether.breakLoadN;
    this.#meetConditions();
  }

  get isSlack(): boolean {
    return this.#isCut || this.onGroundM > SLACK_M;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Length between Ground Station and cut, metres; undefined while it is whole. */
  get cutAtM(): number | undefined {
    return this.#isCut ? this.#cutAtM : undefined;
  }

  /** What hangs below the Kite after a cut, metres. */
  get tailM(): number {
    return this.#tailM;
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
    this.#tailM = this.#winch.lengthM - this.#cutAtM;
  }

  /** A whole tether takes the place of one that was cut. */
  replace(): void {
    this.#isCut = false;
    this.#tailM = 0;
    this.rest();
  }

  /** The Kite sits in its cradle: nothing is out and nothing pulls. */
  rest(): void {
    this.#release();
    this.#catenary.restart();
    this.#meanTensionN = 0;
    this.onGroundM = 0;
    this.#motion.pullBy(0, 0, 0);
  }

  /** Takes in the wind, at its rate: load and lag change slowly against a step. @param periodS since the last call */
  updateLoad(wind: Wind, baseEastMps: number, baseNorthMps: number): void {
    const { eastM, northM, airDensity } = this.#motion;
    const upM = this.#motion.upM + this.#make.throatM;
    const east = wind.tetherEastMps - baseEastMps;
    const north = wind.tetherNorthMps - baseNorthMps;
    const chord2 = eastM * eastM + northM * northM + upM * upM + LEAST_SPAN_M;
    // Only what blows across the line loads it.
    const alongPerM = (east * eastM + north * northM) / chord2;
    const acrossEast = east - alongPerM * eastM;
    const acrossNorth = north - alongPerM * northM;
    const acrossUp = -alongPerM * upM;
    const speed = Math.sqrt(acrossEast * acrossEast + acrossNorth * acrossNorth + acrossUp * acrossUp);
    const perMps = 0.5 * airDensity * this.#make.dragCoefficient * this.#make.diameterM * speed;
    this.#steadyEastNPerM = perMps * acrossEast;
    this.#steadyNorthNPerM = perMps * acrossNorth;
    this.#steadyUpNPerM = perMps * acrossUp;
    this.#meetConditions();
  }

  step(): void {
    this.#windEastNPerM += this.#lagShare * (this.#steadyEastNPerM - this.#windEastNPerM);
    this.#windNorthNPerM += this.#lagShare * (this.#steadyNorthNPerM - this.#windNorthNPerM);
    this.#windUpNPerM += this.#lagShare * (this.#steadyUpNPerM - this.#windUpNPerM);
    if (this.#isCut) this.#hang();
    else if (this.isKiteDown) this.#layDown();
    else this.#stretch();
  }

  /** The tether as so many points at equal lengths, from the Ground Station to its other end. */
  shape(points: number): readonly TetherPoint[] {
    const line = new HangingLine();
    const { throatM } = this.#make;
    const lengthM = Math.max(LEAST_LINE_M, throatM + this.#winch.lengthM - this.onGroundM);
    line.baseEastN = this.baseEastN;
    line.baseNorthN = this.baseNorthN;
    line.baseUpN = this.baseUpN;
    line.loadEastNPerM = this.#windEastNPerM;
    line.loadNorthNPerM = this.#windNorthNPerM;
    line.loadUpNPerM = this.#windUpNPerM - this.#make.massPerM * GRAVITY_MPS2;
    line.stiffnessN = this.#springNPerM * lengthM;
    return Array.from({ length: points }, (_, index) => {
      const share = points === 1 ? 1 : index / (points - 1);
      if (this.#isCut) return { eastM: 0, northM: 0, upM: 0 };
      line.locate(share * lengthM);
      return { eastM: line.eastM, northM: line.northM, upM: Math.max(0, line.upM - throatM) };
    });
  }

  /** What changes slowly: the spring that the line is, its damping, and the lag of its shape. */
  #meetConditions(): void {
    const { stiffnessN, seriesNPerM, leastLengthM, damping, massPerM } = this.#make;
    const lengthM = Math.max(leastLengthM, this.#winch.lengthM);
    this.#springNPerM = 1 / (lengthM / stiffnessN + 1 / seriesNPerM);
    this.#dampingS = 2 * damping * Math.sqrt(this.#massKg / this.#springNPerM);
    // A wave needs this long from end to end, and the first mode is half of one.
    const waveMps = Math.sqrt(Math.max(1, this.#meanTensionN) / massPerM);
    this.#lagShare = lagShare(this.#stepS, lengthM / (Math.PI * waveMps));
  }

  /** Cut: the Kite carries what hangs down to the ground, the Ground Station nothing. */
  #hang(): void {
    this.#release();
    const hangingM = Math.max(0, Math.min(this.#tailM, this.#motion.upM));
    const weightNPerM = this.#make.massPerM * GRAVITY_MPS2;
    this.#motion.pullBy(
      hangingM * this.#windEastNPerM,
      hangingM * this.#windNorthNPerM,
      hangingM * (this.#windUpNPerM - weightNPerM),
    );
    this.kiteTensionN = hangingM * weightNPerM;
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
    const spareM = throatM + this.#winch.lengthM - chordM;
    this.onGroundM = Math.max(0, spareM);
    this.baseTensionN = this.#springNPerM * Math.max(0, -spareM);
    this.kiteTensionN = this.baseTensionN;
    const perM = this.baseTensionN / chordM;
    this.baseEastN = perM * eastM;
    this.baseNorthN = perM * northM;
    this.baseUpN = perM * throatM;
    this.#motion.pullBy(-this.baseEastN, -this.baseNorthN, -this.baseUpN);
  }

  /**
   * The equilibrium, in the plane of chord and load. All in one piece: split up, the numbers between the pieces would be
   * boxed at every step.
   */
  #stretch(): void {
    const { massPerM, throatM } = this.#make;
    const { eastM, northM } = this.#motion;
    const upM = this.#motion.upM + throatM;
    const line = this.#catenary;
    const loadUp = this.#windUpNPerM - massPerM * GRAVITY_MPS2;
    const loadEast = this.#windEastNPerM;
    const loadNorth = this.#windNorthNPerM;
    const load = Math.sqrt(loadEast * loadEast + loadNorth * loadNorth + loadUp * loadUp);
    const rise = -(eastM * loadEast + northM * loadNorth + upM * loadUp) / load;
    const acrossEastM = eastM + (rise * loadEast) / load;
    const acrossNorthM = northM + (rise * loadNorth) / load;
    const acrossUpM = upM + (rise * loadUp) / load;
    const span = Math.max(
      LEAST_SPAN_M,
      Math.sqrt(acrossEastM * acrossEastM + acrossNorthM * acrossNorthM + acrossUpM * acrossUpM),
    );
    const wholeM = throatM + this.#winch.lengthM;
    // What hangs reaches from end to end: no more lies on the ground than is left over.
    const spareM = Math.max(0, wholeM - Math.sqrt(span * span + rise * rise));
    if (this.onGroundM > spareM) this.onGroundM = spareM;
    const lengthM = Math.max(LEAST_LINE_M, wholeM - this.onGroundM);
    line.spanM = span;
    line.riseM = rise;
    line.lengthM = lengthM;
    line.loadNPerM = load;
    line.stiffnessN = this.#springNPerM * lengthM;
    line.solve();
    this.iterations = line.iterations;
    if (!line.isSolved) {
      this.unsolvedSteps += 1;
      line.restart();
      return;
    }
    const { acrossN, baseN, topN } = line;
    const baseTensionN = Math.sqrt(acrossN * acrossN + baseN * baseN);
    const topTensionN = Math.sqrt(acrossN * acrossN + topN * topN);
    // Damped is the stretching of the line itself, not the change of its bow, and only while it gets longer.
    const meanN = (baseTensionN + topTensionN) / 2;
    const dampingN = (this.#dampingS * Math.max(0, meanN - this.#meanTensionN)) / this.#stepS;
    this.#meanTensionN = meanN;
    const baseFactor = 1 + dampingN / Math.max(dampingN, baseTensionN, 1e-9);
    const topFactor = 1 + dampingN / Math.max(dampingN, topTensionN, 1e-9);
    const acrossPerM = acrossN / span;
    const baseUp = acrossUpM * acrossPerM - (baseN * loadUp) / load;
    this.baseEastN = baseFactor * (acrossEastM * acrossPerM - (baseN * loadEast) / load);
    this.baseNorthN = baseFactor * (acrossNorthM * acrossPerM - (baseN * loadNorth) / load);
    this.baseUpN = baseFactor * Math.max(0, baseUp);
    this.#motion.pullBy(
      -topFactor * (acrossEastM * acrossPerM - (topN * loadEast) / load),
      -topFactor * (acrossNorthM * acrossPerM - (topN * loadNorth) / load),
      -topFactor * (acrossUpM * acrossPerM - (topN * loadUp) / load),
    );
    this.baseTensionN = Math.sqrt(
      this.baseEastN * this.baseEastN + this.baseNorthN * this.baseNorthN + this.baseUpN * this.baseUpN,
    );
    this.kiteTensionN = topFactor * topTensionN;
    this.#lay(baseUp);
    if (this.kiteTensionN > this.strengthN) this.cut(this.#winch.lengthM);
    else if (this.baseTensionN > this.strengthN) this.cut(0);
  }

  /**
   * A line that leaves its exit downwards would hang below the ground: as much of it lies there as makes it leave
   * level. More line makes it leave lower by half of its weight.
   */
  #lay(baseUpN: number): void {
    if (baseUpN >= 0 && this.onGroundM === 0) return;
    const excessM = -baseUpN / (this.#make.massPerM * GRAVITY_MPS2);
    const laidM = this.onGroundM + Math.max(-MOST_LAID_M, Math.min(MOST_LAID_M, excessM));
    this.onGroundM = Math.max(0, laidM);
  }
}
