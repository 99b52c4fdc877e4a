import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import type { FrameSpeed, SpeedStep } from '../body/translation.ts';
import type { EnuPosition } from '../enu-position.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { LineModel, PaidOut } from './line-model.ts';
import { TensionSolver } from './tension-solver.ts';
import type { TetheredBody } from './tethered-body.ts';

/** The first natural mode of this many is 0.3 % too slow. */
const SEGMENTS = 12;
/**
 * Lower bound of the length for the inertia, metres: the few grams of a shorter line would need shorter steps for no
 * visible effect.
 */
const LEAST_INERTIA_M = 3;
/** Maximum phase per step of the fastest oscillation between two points, radians; 2 is the limit of stability. */
const MOST_RAD_PER_STEP = 1;
const MOST_SUBSTEPS = 16;
/** A point below this lies on the ground, metres above the exit. */
const LAID_M = 1e-3;

/**
 * A line of masses and springs: its oscillations in all relevant modes, and its waves as far as a step resolves them.
 * The tensions of all segments are solved implicitly at the end of a step, so that stiff springs need no short steps
 * (extended position-based dynamics: Macklin et al. 2016, solved directly); weight and wind are explicit. Excess
 * length lies on the ground.
 */
export class LumpedLine implements LineModel {
  readonly #make: SimulatorParameters['tether'];
  readonly #kiteKg: number;
  readonly #groundFriction: number;
  #stepS: number;
  readonly #motion: TetheredBody;
  readonly #tensions = new TensionSolver(SEGMENTS);
  readonly #east = new Float64Array(SEGMENTS + 1);
  readonly #north = new Float64Array(SEGMENTS + 1);
  readonly #up = new Float64Array(SEGMENTS + 1);
  readonly #eastMps = new Float64Array(SEGMENTS + 1);
  readonly #northMps = new Float64Array(SEGMENTS + 1);
  readonly #upMps = new Float64Array(SEGMENTS + 1);
  /** Wind at the points, in the frame. */
  readonly #windEastMps = new Float64Array(SEGMENTS + 1);
  readonly #windNorthMps = new Float64Array(SEGMENTS + 1);
  /** Drag of the line's share at each point, newton. */
  readonly #dragEastN = new Float64Array(SEGMENTS + 1);
  readonly #dragNorthN = new Float64Array(SEGMENTS + 1);
  readonly #dragUpN = new Float64Array(SEGMENTS + 1);
  #substepS = 0.5;
  #isLaidOut = false;
  /** While the Kite lies on the ground: length beyond the distance to it, metres. */
  #spareM = 0;
  springNPerM = 0.5;
  #dampingNsPerM = 0.5;
  baseEastN = 0;
  baseNorthN = 0;
  baseUpN = 0;
  topEastN = 0;
  topNorthN = 0;
  topUpN = 0;
  movedKg = 0;
  wholeM = 0.5;

  constructor(parameters: SimulatorParameters, motion: TetheredBody, _winch: PaidOut, stepS: number) {
    this.#make = parameters.tether;
    this.#kiteKg = parameters.kite.massKg;
    this.#groundFriction = parameters.tether.groundFriction;
    this.#stepS = stepS;
    this.#substepS = stepS;
    this.#motion = motion;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#substepS, this.#isLaidOut, this.#spareM] = archive.all(this.#substepS, this.#isLaidOut, this.#spareM);
    this.#dampingNsPerM = archive.of(this.#dampingNsPerM);
    archive.in(
      this.#motion,
      this.#tensions,
      this.#east,
      this.#north,
      this.#up,
      this.#eastMps,
      this.#northMps,
      this.#upMps,
      this.#windEastMps,
      this.#windNorthMps,
      this.#dragEastN,
      this.#dragNorthN,
      this.#dragUpN,
    );
  }

  get onGroundM(): number {
    if (!this.#isLaidOut) return this.#spareM;
    let laid = 0;
    const up = this.#up;
    for (let segment = 0; segment < SEGMENTS; segment += 1) {
      if (up[segment]! <= LAID_M && up[segment + 1]! <= LAID_M) laid += 1;
    }
    return (laid / SEGMENTS) * this.wholeM;
  }

  get isSolved(): boolean {
    return this.#tensions.isSolved;
  }

  get iterations(): number {
    return this.#tensions.iterations;
  }

  restart(): void {
    this.layDown(0);
  }

  layDown(spareM: number): void {
    this.#isLaidOut = false;
    this.#spareM = spareM;
  }

  updateLoad(wind: Wind, frame: FrameSpeed): void {
    const { throatM } = this.#make;
    const gustEast = wind.tetherGustEastMps - frame.eastMps;
    const gustNorth = wind.tetherGustNorthMps - frame.northMps;
    for (let point = 0; point <= SEGMENTS; point += 1) {
      const mean = wind.meanMpsAt(this.#up[point]! - throatM);
      this.#windEastMps[point] = mean * wind.blowsEast + gustEast;
      this.#windNorthMps[point] = mean * wind.blowsNorth + gustNorth;
    }
    this.#blow();
  }

  meetConditions(): void {
    this.#dampingNsPerM = 2 * this.#make.damping * Math.sqrt(this.#kiteKg * this.springNPerM);
    // The upper half of the last segment moves with the Kite; the rest is moved by its own tension.
    this.movedKg = (this.#make.massPerM * this.wholeM) / SEGMENTS / 2;
  }

  /** Its substeps follow with the next step. */
  retime(stepS: number): void {
    this.#stepS = stepS;
  }

  carryOff({ eastStepMps, northStepMps, upStepMps }: SpeedStep): void {
    for (let point = 1; point < SEGMENTS; point += 1) {
      this.#eastMps[point] = this.#eastMps[point]! - eastStepMps;
      this.#northMps[point] = this.#northMps[point]! - northStepMps;
      this.#upMps[point] = this.#upMps[point]! - upStepMps;
    }
  }

  /** Advances through the step except for its last substep, whose tensions are still unknown. */
  follow(): void {
    if (!this.#isLaidOut) this.#layOut();
    const segmentM = this.wholeM / SEGMENTS;
    const nodeKg = (this.#make.massPerM * Math.max(LEAST_INERTIA_M, this.wholeM)) / SEGMENTS;
    const fastestRadps = 2 * Math.sqrt(this.#tensions.greatestN / (nodeKg * segmentM));
    const wanted = Math.ceil((this.#stepS * fastestRadps) / MOST_RAD_PER_STEP);
    const parts = Math.max(1, Math.min(MOST_SUBSTEPS, wanted));
    this.#substepS = this.#stepS / parts;
    const tensions = this.#tensions;
    tensions.nodeKg = nodeKg;
    tensions.springNPerM = this.springNPerM * SEGMENTS;
    tensions.dampingNsPerM = this.#dampingNsPerM * SEGMENTS;
    tensions.stepS = this.#substepS;
    for (let left = parts; left > 1; left -= 1) {
      this.#predict(left);
      this.solve();
      this.settle();
    }
    this.#predict(1);
  }

  solve(): void {
    const { wholeM } = this;
    const tensions = this.#tensions;
    tensions.segmentM = wholeM / SEGMENTS;
    tensions.solve(this.#east, this.#north, this.#up);
    const [base, top] = [0, SEGMENTS - 1];
    const halfWeightN = (this.#make.massPerM * wholeM * GRAVITY_MPS2) / SEGMENTS / 2;
    this.baseEastN = tensions.eastN[base]! + this.#dragEastN[0]!;
    this.baseNorthN = tensions.northN[base]! + this.#dragNorthN[0]!;
    this.baseUpN = Math.max(0, tensions.upN[base]! + this.#dragUpN[0]! - halfWeightN);
    this.topEastN = this.#dragEastN[SEGMENTS]! - tensions.eastN[top]!;
    this.topNorthN = this.#dragNorthN[SEGMENTS]! - tensions.northN[top]!;
    this.topUpN = this.#dragUpN[SEGMENTS]! - tensions.upN[top]! - halfWeightN;
  }

  settle(): void {
    const tensions = this.#tensions;
    const stepS = this.#substepS;
    const perMass = stepS / tensions.nodeKg;
    const heldMps = this.#groundFriction * GRAVITY_MPS2 * stepS;
    for (let point = 1; point < SEGMENTS; point += 1) {
      const east = perMass * (tensions.eastN[point]! - tensions.eastN[point - 1]!);
      const north = perMass * (tensions.northN[point]! - tensions.northN[point - 1]!);
      const up = perMass * (tensions.upN[point]! - tensions.upN[point - 1]!);
      this.#eastMps[point] = this.#eastMps[point]! + east;
      this.#northMps[point] = this.#northMps[point]! + north;
      this.#upMps[point] = this.#upMps[point]! + up;
      this.#east[point] = this.#east[point]! + stepS * east;
      this.#north[point] = this.#north[point]! + stepS * north;
      this.#up[point] = this.#up[point]! + stepS * up;
      if (this.#up[point]! < 0) this.#lay(point, heldMps);
    }
    tensions.settle();
  }

  shape(points: number): readonly EnuPosition[] {
    return Array.from({ length: points }, (_, index) => {
      const at = points === 1 ? SEGMENTS : (index / (points - 1)) * SEGMENTS;
      const below = Math.min(SEGMENTS - 1, Math.floor(at));
      const between = (values: Float64Array) => {
        const low = values[below]!;
        return low + (at - below) * (values[below + 1]! - low);
      };
      const upM = Math.max(0, between(this.#up) - this.#make.throatM);
      return { eastM: between(this.#east), northM: between(this.#north), upM };
    });
  }

  /** Initial shape: straight to the Kite, with a share of its velocity; excess length falls from there. */
  #layOut(): void {
    const { eastM, northM, upM, eastMps, northMps, upMps } = this.#motion;
    for (let point = 0; point <= SEGMENTS; point += 1) {
      const share = point / SEGMENTS;
      this.#east[point] = share * eastM;
      this.#north[point] = share * northM;
      this.#up[point] = share * (upM + this.#make.throatM);
      this.#eastMps[point] = share * eastMps;
      this.#northMps[point] = share * northMps;
      this.#upMps[point] = share * upMps;
    }
    this.#tensions.segmentM = this.wholeM / SEGMENTS;
    this.#tensions.restart(this.#east, this.#north, this.#up);
    this.#isLaidOut = true;
  }

  /** Only the wind across a segment counts (cross-flow principle, Hoerner 1965), half of it at each end. */
  #blow(): void {
    const { diameterM, dragCoefficient } = this.#make;
    const halfArea = (0.25 * this.#motion.airDensity * dragCoefficient * diameterM * this.wholeM) / SEGMENTS;
    const [dragEast, dragNorth, dragUp] = [this.#dragEastN, this.#dragNorthN, this.#dragUpN];
    dragEast.fill(0);
    dragNorth.fill(0);
    dragUp.fill(0);
    this.#eastMps[SEGMENTS] = this.#motion.eastMps;
    this.#northMps[SEGMENTS] = this.#motion.northMps;
    this.#upMps[SEGMENTS] = this.#motion.upMps;
    for (let low = 0; low < SEGMENTS; low += 1) {
      const top = low + 1;
      const alongEast = this.#east[top]! - this.#east[low]!;
      const alongNorth = this.#north[top]! - this.#north[low]!;
      const alongUp = this.#up[top]! - this.#up[low]!;
      const along2 = alongEast * alongEast + alongNorth * alongNorth + alongUp * alongUp;
      const east = this.#airspeed(this.#windEastMps, this.#eastMps, low);
      const north = this.#airspeed(this.#windNorthMps, this.#northMps, low);
      const up = -(this.#upMps[low]! + this.#upMps[top]!) / 2;
      const perLength = along2 === 0 ? 0 : (east * alongEast + north * alongNorth + up * alongUp) / along2;
      const acrossEast = east - perLength * alongEast;
      const acrossNorth = north - perLength * alongNorth;
      const acrossUp = up - perLength * alongUp;
      const speed = Math.sqrt(acrossEast * acrossEast + acrossNorth * acrossNorth + acrossUp * acrossUp);
      const drag = halfArea * speed;
      dragEast[low] = dragEast[low]! + drag * acrossEast;
      dragNorth[low] = dragNorth[low]! + drag * acrossNorth;
      dragUp[low] = dragUp[low]! + drag * acrossUp;
      dragEast[top] = drag * acrossEast;
      dragNorth[top] = drag * acrossNorth;
      dragUp[top] = drag * acrossUp;
    }
  }

  /** Relative air velocity at the middle of a segment, along one axis. */
  #airspeed(wind: Float64Array, speed: Float64Array, low: number): number {
    const air = wind[low]! + wind[low + 1]!;
    return (air - speed[low]! - speed[low + 1]!) / 2;
  }

  /** Positions without tension; the last one moves to the Kite in the remaining substeps. */
  #predict(left: number): void {
    const stepS = this.#substepS;
    const perMass = stepS / this.#tensions.nodeKg;
    const realKg = (this.#make.massPerM * this.wholeM) / SEGMENTS;
    const fallMps = perMass * realKg * GRAVITY_MPS2;
    for (let point = 1; point < SEGMENTS; point += 1) {
      this.#eastMps[point] = this.#eastMps[point]! + perMass * this.#dragEastN[point]!;
      this.#northMps[point] = this.#northMps[point]! + perMass * this.#dragNorthN[point]!;
      this.#upMps[point] = this.#upMps[point]! + perMass * this.#dragUpN[point]! - fallMps;
      this.#east[point] = this.#east[point]! + stepS * this.#eastMps[point]!;
      this.#north[point] = this.#north[point]! + stepS * this.#northMps[point]!;
      this.#up[point] = this.#up[point]! + stepS * this.#upMps[point]!;
    }
    const { eastM, northM, upM } = this.#motion;
    const east = this.#east[SEGMENTS]!;
    const north = this.#north[SEGMENTS]!;
    const up = this.#up[SEGMENTS]!;
    this.#east[SEGMENTS] = east + (eastM - east) / left;
    this.#north[SEGMENTS] = north + (northM - north) / left;
    this.#up[SEGMENTS] = up + (upM + this.#make.throatM - up) / left;
  }

  /** Support and friction of the ground. */
  #lay(point: number, heldMps: number): void {
    this.#up[point] = 0;
    this.#upMps[point] = 0;
    const east = this.#eastMps[point]!;
    const north = this.#northMps[point]!;
    const speed = Math.sqrt(east * east + north * north);
    const share = speed > heldMps ? 1 - heldMps / speed : 0;
    this.#eastMps[point] = share * east;
    this.#northMps[point] = share * north;
  }
}
