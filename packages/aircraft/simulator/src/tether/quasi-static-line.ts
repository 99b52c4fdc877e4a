import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import type { FrameSpeed } from '../body/translation.ts';
import type { EnuPosition } from '../enu-position.ts';
import { lagShare } from '../first-order-lag.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { BowMode } from './bow-mode.ts';
import { HangingLine } from './hanging-line.ts';
import type { LineModel, PaidOut } from './line-model.ts';
import { LineToKite } from './line-to-kite.ts';
import type { TetheredBody } from './tethered-body.ts';
import { WindLoad } from './wind-load.ts';

/** A bow below this is drawn straight without a visible error, metres. */
const LEAST_BOW_M = 0.01;
/**
 * Averaging time of the tension for frequency and stiffness: a third of the period in which a Kite heaves on its line.
 * A mode whose figures contained that oscillation would amplify it.
 */
const STEADY_S = 0.15;

/** Factor on the tension by its damping. */
const factor = (dampingN: number, tensionN: number): number => 1 + dampingN / Math.max(dampingN, tensionN, 1e-9);

/**
 * An elastic line in static equilibrium under weight and wind, at every step: a catenary. Effects beyond statics are
 * added: the drag of its own motion, a third of its mass that moves with the Kite, and its first natural mode.
 */
export class QuasiStaticLine implements LineModel {
  readonly #make: SimulatorParameters['tether'];
  readonly #kiteKg: number;
  #stepS: number;
  readonly #motion: TetheredBody;
  readonly toKite: LineToKite;
  readonly #load: WindLoad;
  readonly #bow: BowMode;
  readonly #hanging = new HangingLine();
  /** Part of the force couple at the ends that has built up, newton. */
  #pairEastN = 0;
  #pairNorthN = 0;
  #pairUpN = 0;
  #pairShare = 1;
  #dampingS = 0;
  #meanTensionN = 0;
  /** Tension without its oscillation. */
  #steadyTensionN = 0;
  #steadyShare: number;
  readonly #winch: PaidOut;
  baseEastN = 0;
  baseNorthN = 0;
  baseUpN = 0;
  topEastN = 0;
  topNorthN = 0;
  topUpN = 0;
  movedKg = 0;
  wholeM = 0.5;
  springNPerM = 1;

  constructor(parameters: SimulatorParameters, motion: TetheredBody, winch: PaidOut, stepS: number) {
    this.#winch = winch;
    this.#make = parameters.tether;
    this.#kiteKg = parameters.kite.massKg;
    this.#stepS = stepS;
    this.#motion = motion;
    this.toKite = new LineToKite(parameters.tether);
    this.#load = new WindLoad(parameters.tether, -parameters.tether.throatM);
    this.#steadyShare = lagShare(stepS, STEADY_S);
    this.#bow = new BowMode(stepS, parameters.tether.massPerM);
    this.toKite.span.loadUpNPerM = -parameters.tether.massPerM * GRAVITY_MPS2;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#pairEastN, this.#pairNorthN, this.#pairUpN] = archive.all(this.#pairEastN, this.#pairNorthN, this.#pairUpN);
    [this.#pairShare, this.#dampingS] = archive.all(this.#pairShare, this.#dampingS);
    [this.#meanTensionN, this.#steadyTensionN] = archive.all(this.#meanTensionN, this.#steadyTensionN);
    archive.in(this.#motion, this.toKite, this.#load, this.#bow, this.#hanging);
  }

  get onGroundM(): number {
    return this.toKite.onGroundM;
  }

  get isSolved(): boolean {
    return this.toKite.span.isSolved;
  }

  get iterations(): number {
    return this.toKite.span.iterations;
  }

  restart(): void {
    this.toKite.restart();
    this.#meanTensionN = 0;
    this.#steadyTensionN = 0;
  }

  layDown(spareM: number): void {
    this.toKite.onGroundM = spareM;
  }

  updateLoad(wind: Wind, frame: FrameSpeed): void {
    const load = this.#load;
    load.topEastMps = this.#motion.eastMps;
    load.topNorthMps = this.#motion.northMps;
    this.toKite.copyTo(this.#hanging);
    load.update(this.#hanging, wind, this.#motion, frame);
    this.#bow.meetLoad(load);
  }

  meetConditions(): void {
    const { leastLengthM, damping, massPerM, throatM } = this.#make;
    const lengthM = Math.max(leastLengthM, this.wholeM - throatM);
    this.toKite.span.springNPerM = this.springNPerM;
    this.#dampingS = 2 * damping * Math.sqrt(this.#kiteKg / this.springNPerM);
    // A line that is held at its lower end and turns with its top acts as a third of its mass up there.
    this.movedKg = (massPerM * (this.wholeM - throatM)) / 3;
    const tensionN = Math.max(1, this.#steadyTensionN);
    // A line that lies on the ground is lifted from there, and need not stretch for its bow.
    const springNPerM = this.onGroundM > 0 ? 0 : this.springNPerM;
    this.#bow.meetTension(tensionN, Math.max(1, this.#meanTensionN), lengthM, springNPerM);
    const waveMps = Math.sqrt(tensionN / massPerM);
    this.#pairShare = lagShare(this.#stepS, lengthM / (Math.PI * waveMps));
  }

  retime(stepS: number): void {
    this.#stepS = stepS;
    this.#steadyShare = lagShare(stepS, STEADY_S);
    this.#bow.retime(stepS);
  }

  /** In equilibrium it has no velocity of its own. */
  carryOff(): void {}

  follow(): void {
    const load = this.#load;
    const share = this.#pairShare;
    const { eastM, northM, upM, eastMps, northMps, upMps } = this.#motion;
    const aboveM = upM + this.#make.throatM;
    const chordM = Math.max(LEAST_BOW_M, Math.sqrt(eastM * eastM + northM * northM + aboveM * aboveM));
    const awayMps = (eastM * eastMps + northM * northMps + aboveM * upMps) / chordM - this.#winch.speedMps;
    const steadyN = this.#steadyTensionN === 0 ? this.#meanTensionN : this.#steadyTensionN;
    this.#steadyTensionN = steadyN + this.#steadyShare * (this.#meanTensionN - steadyN);
    this.#bow.step(awayMps);
    this.#pairEastN += share * (load.pairEastN - this.#pairEastN);
    this.#pairNorthN += share * (load.pairNorthN - this.#pairNorthN);
    this.#pairUpN += share * (load.pairUpN - this.#pairUpN);
  }

  solve(): void {
    const line = this.toKite;
    const { span } = line;
    line.kiteEastM = this.#motion.eastM;
    line.kiteNorthM = this.#motion.northM;
    line.kiteUpM = this.#motion.upM + this.#make.throatM;
    line.wholeM = this.wholeM;
    span.loadEastNPerM = this.#bow.eastNPerM;
    span.loadNorthNPerM = this.#bow.northNPerM;
    span.loadUpNPerM = this.#bow.upNPerM - this.#make.massPerM * GRAVITY_MPS2;
    line.solve();
    if (span.isSolved) this.#pull();
  }

  settle(): void {}

  shape(points: number): readonly EnuPosition[] {
    const line = this.#hanging;
    const { footEastM, footNorthM } = this.toKite;
    this.toKite.copyTo(line);
    const laidM = Math.sqrt(footEastM * footEastM + footNorthM * footNorthM);
    return Array.from({ length: points }, (_, index) => {
      const share = points === 1 ? 1 : index / (points - 1);
      const atM = share * (laidM + line.lengthM) - laidM;
      if (atM < 0) return { eastM: (1 + atM / laidM) * footEastM, northM: (1 + atM / laidM) * footNorthM, upM: 0 };
      line.locate(atM);
      const upM = Math.max(0, line.upM - this.#make.throatM);
      return { eastM: footEastM + line.eastM, northM: footNorthM + line.northM, upM };
    });
  }

  /** Forces at the ends: the solved line plus the couple of the wind's moment and the damping. */
  #pull(): void {
    const line = this.toKite;
    const { span } = line;
    // A line on the ground transfers no moment to its exit.
    const baseShare = line.onGroundM > 0 ? 0 : 1;
    const baseEast = line.exitEastN - baseShare * this.#pairEastN;
    const baseNorth = line.exitNorthN - baseShare * this.#pairNorthN;
    const baseUp = Math.max(0, line.exitUpN - baseShare * this.#pairUpN);
    const topEast = span.topEastN + this.#pairEastN;
    const topNorth = span.topNorthN + this.#pairNorthN;
    const topUp = span.topUpN + this.#pairUpN;
    const baseTensionN = Math.sqrt(baseEast * baseEast + baseNorth * baseNorth + baseUp * baseUp);
    const topTensionN = Math.sqrt(topEast * topEast + topNorth * topNorth + topUp * topUp);
    // Damping applies to the stretch of the line, not to its bow, and only while it gets longer.
    const meanN = (baseTensionN + topTensionN) / 2;
    const dampingN = (this.#dampingS * Math.max(0, meanN - this.#meanTensionN)) / this.#stepS;
    this.#meanTensionN = meanN;
    const baseFactor = factor(dampingN, baseTensionN);
    const topFactor = factor(dampingN, topTensionN);
    this.baseEastN = baseFactor * baseEast;
    this.baseNorthN = baseFactor * baseNorth;
    this.baseUpN = baseFactor * baseUp;
    this.topEastN = topFactor * topEast;
    this.topNorthN = topFactor * topNorth;
    this.topUpN = topFactor * topUp;
  }
}
