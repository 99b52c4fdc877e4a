import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Wind } from '../air/wind.ts';
import { DEG_PER_RAD } from '../angle.ts';
import type { FrameSpeed, SpeedStep } from '../body/translation.ts';
import type { EnuPosition } from '../enu-position.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { FreeTail } from './free-tail.ts';
import type { LineModel } from './line-model.ts';
import { LumpedLine } from './lumped-line.ts';
import { QuasiStaticLine } from './quasi-static-line.ts';
import type { TetheredBody } from './tethered-body.ts';
import type { Winch } from './winch.ts';

/** Length on the ground above which the line counts as slack, metres. */
const SLACK_M = 0.01;
/** Minimum pull for a direction, newton: that of the force sensor. */
const LEAST_PULL_N = 0.5;
/** The tail is exposed to the mean wind at this share of the height difference below the Kite. */
const MIDDLE = 0.5;

/** Maximum rounds of clutch slip within one step; the second one is exact except for the bow. */
const MOST_SLIPS = 6;

/**
 * The tether between winch and Kite, intact or cut: the line, the clutch that slips, the load that breaks it. Its
 * force is written into the Kite's motion.
 */
export class Tether {
  readonly #make: SimulatorParameters['tether'];
  readonly #motion: TetheredBody;
  readonly #winch: Winch;
  readonly #clutchN: number;
  readonly line: LineModel;
  readonly #tail: FreeTail;
  #isCut = false;
  #cutAtM = 0;
  #tailWindEastMps = 0;
  #tailWindNorthMps = 0;
  /** Breaking load, newton. A fault lowers it. */
  strengthN = 0;
  /** Tension at the Kite and at the Ground Station, newton. */
  kiteTensionN = 0;
  baseTensionN = 0;
  /** Force on the Ground Station, newton. */
  baseEastN = 0;
  baseNorthN = 0;
  baseUpN = 0;
  /** The Kite lies on the ground, and the line with it: nothing hangs. */
  isKiteDown = false;
  /** Number of steps without a solution: the force stayed unchanged. */
  unsolvedSteps = 0;

  constructor(parameters: SimulatorParameters, motion: TetheredBody, winch: Winch, stepS: number) {
    this.#make = parameters.tether;
    this.#motion = motion;
    this.#winch = winch;
    this.#clutchN = parameters.winch.clutchN;
    const Line = parameters.tether.model === 'lumped' ? LumpedLine : QuasiStaticLine;
    this.line = new Line(parameters, motion, winch, stepS);
    this.#tail = new FreeTail(parameters.tether);
    this.strengthN = parameters.tether.breakLoadN;
    this.rest();
    this.#meetConditions();
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#isCut, this.#cutAtM, this.#tailWindEastMps] = archive.all(this.#isCut, this.#cutAtM, this.#tailWindEastMps);
    this.#tailWindNorthMps = archive.of(this.#tailWindNorthMps);
    archive.in(this.#motion, this.line, this.#tail);
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

  /** Length between Ground Station and cut, metres; undefined while intact. */
  get cutAtM(): number | undefined {
    return this.#isCut ? this.#cutAtM : undefined;
  }

  /** The part below the Kite after a cut. */
  get tail(): FreeTail {
    return this.#tail;
  }

  /** Iterations of the last solution. */
  get iterations(): number {
    return this.line.iterations;
  }

  /**
   * Angle of the tether at the base to the vertical, degrees: that of the straight way to the Kite while the pull is too
   * weak for a direction. 0 without tension.
   */
  get baseAngleDeg(): number {
    if (this.baseTensionN === 0) return 0;
    const { eastM, northM, upM } = this.#motion;
    const isPulled = this.baseTensionN >= LEAST_PULL_N;
    const across = isPulled ? Math.hypot(this.baseEastN, this.baseNorthN) : Math.hypot(eastM, northM);
    return Math.atan2(across, isPulled ? this.baseUpN : upM + this.#make.throatM) * DEG_PER_RAD;
  }

  /** Cuts the tether at this distance from the Ground Station, or at the Kite when less is paid out. */
  cut(atM: number): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#cutAtM = Math.max(0, Math.min(atM, this.#winch.lengthM));
    this.#tail.lengthM = this.#winch.lengthM - this.#cutAtM;
  }

  /** Replaces a cut tether. */
  replace(): void {
    this.#isCut = false;
    this.rest();
  }

  /** The Kite is in its cradle: nothing is paid out, no force. */
  rest(): void {
    this.#release();
    this.line.restart();
    this.#motion.pullBy(0, 0, 0);
  }

  /** Updates the wind, at its rate: its effect changes slowly compared with a step. */
  updateLoad(wind: Wind, frame: FrameSpeed): void {
    this.line.updateLoad(wind, frame);
    if (this.#isCut) this.#blowOnTail(wind, frame);
    this.#meetConditions();
  }

  /** The Ground Station has changed its velocity: relative to it the line changes by the opposite. */
  carryOff(step: SpeedStep): void {
    this.line.carryOff(step);
  }

  /** Steps have this length from now on. */
  retime(stepS: number): void {
    this.line.retime(stepS);
  }

  step(): void {
    if (this.#isCut) this.#hang();
    else if (this.isKiteDown) this.#layDown();
    else this.#stretch();
  }

  /** The tether as a number of points at equal spacing, from the Ground Station to its other end. */
  shape(points: number): readonly EnuPosition[] {
    if (!this.#isCut) return this.line.shape(points);
    return Array.from({ length: points }, () => ({ eastM: 0, northM: 0, upM: 0 }));
  }

  /** Updates what changes slowly: the spring constant, and what depends on it. */
  #meetConditions(): void {
    const { stiffnessN, seriesNPerM, leastLengthM, throatM } = this.#make;
    const lengthM = Math.max(leastLengthM, this.#winch.lengthM);
    this.line.springNPerM = 1 / (lengthM / stiffnessN + 1 / seriesNPerM);
    this.line.wholeM = throatM + this.#winch.lengthM;
    this.line.meetConditions();
    this.#motion.lineKg = this.#isCut ? 0 : this.line.movedKg;
  }

  #blowOnTail(wind: Wind, frame: FrameSpeed): void {
    const { upM, airDensity } = this.#motion;
    const tail = this.#tail;
    const mean = wind.meanMpsAt(upM - MIDDLE * tail.hangingM * Math.cos(tail.angle));
    this.#tailWindEastMps = mean * wind.blowsEast + wind.tetherGustEastMps - frame.eastMps;
    this.#tailWindNorthMps = mean * wind.blowsNorth + wind.tetherGustNorthMps - frame.northMps;
    tail.airDensity = airDensity;
  }

  /** Cut: the Kite carries the part that hangs above the ground, the Ground Station nothing. */
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

  /** On the ground it pulls only when it is shorter than the distance to the Kite. */
  #layDown(): void {
    const { throatM } = this.#make;
    const { eastM, northM } = this.#motion;
    const chordM = Math.sqrt(eastM * eastM + northM * northM + throatM * throatM);
    let spareM = throatM + this.#winch.lengthM - chordM;
    if (this.#slips(-spareM * this.line.springNPerM)) spareM = throatM + this.#winch.lengthM - chordM;
    this.line.layDown(Math.max(0, spareM));
    this.baseTensionN = this.line.springNPerM * Math.max(0, -spareM);
    this.kiteTensionN = this.baseTensionN;
    const perM = this.baseTensionN / chordM;
    this.baseEastN = perM * eastM;
    this.baseNorthN = perM * northM;
    this.baseUpN = perM * throatM;
    this.#motion.pullBy(-this.baseEastN, -this.baseNorthN, -this.baseUpN);
    this.#breakIfTooTight();
  }

  /** @returns true when the winch's clutch slipped under this tension, far enough to relieve it */
  #slips(tensionN: number): boolean {
    return tensionN > this.#clutchN && this.#winch.slip((tensionN - this.#clutchN) / this.line.springNPerM);
  }

  #breakIfTooTight(): void {
    if (this.kiteTensionN > this.strengthN) this.cut(this.#winch.lengthM);
    else if (this.baseTensionN > this.strengthN) this.cut(0);
  }

  /** Solves for the forces, repeated with the released length while the clutch slips. */
  #stretch(): void {
    const { line } = this;
    const { throatM } = this.#make;
    line.wholeM = throatM + this.#winch.lengthM;
    line.follow();
    for (let slips = 0; slips <= MOST_SLIPS; slips += 1) {
      line.wholeM = throatM + this.#winch.lengthM;
      line.solve();
      if (!line.isSolved) {
        this.unsolvedSteps += 1;
        return;
      }
      this.#pull();
      // Checked here to avoid boxing: the winch hardly ever slips.
      if (this.baseTensionN <= this.#clutchN || !this.#slips(this.baseTensionN)) break;
    }
    line.settle();
    this.#breakIfTooTight();
  }

  #pull(): void {
    const { baseEastN, baseNorthN, baseUpN, topEastN, topNorthN, topUpN } = this.line;
    this.baseEastN = baseEastN;
    this.baseNorthN = baseNorthN;
    this.baseUpN = baseUpN;
    this.baseTensionN = Math.sqrt(baseEastN * baseEastN + baseNorthN * baseNorthN + baseUpN * baseUpN);
    this.kiteTensionN = Math.sqrt(topEastN * topEastN + topNorthN * topNorthN + topUpN * topUpN);
    this.#motion.pullBy(topEastN, topNorthN, topUpN);
  }
}
