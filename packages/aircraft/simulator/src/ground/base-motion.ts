import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { DEG_PER_RAD, RAD_PER_DEG } from '../angle.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { BaseSensors } from './base-sensors.ts';
import { CarriedAway } from './carried-away.ts';
import { NO_SEA, type SeaConditions, Seaway } from './seaway.ts';
import { Vehicle } from './vehicle.ts';
import { SUM } from './waves.ts';

/**
 * The Ground Station on a moving base: a vehicle that drives, turns and tilts, a vessel at sea, or a forced movement.
 * Everything else is expressed in the frame of its tether exit, whose axes stay east, north and up: when the base
 * moves, air flows towards it, a Kite in the air stays behind at first, a heaving deck rises and falls relative to it.
 * At rest it costs nothing.
 */
export class BaseMotion {
  readonly #stepS: number;
  readonly #armM: number;
  readonly #carried: CarriedAway;
  readonly #vehicle: Vehicle;
  readonly #seaway: Seaway;
  readonly sensors: BaseSensors;
  #isAtRest = true;
  #hasMoved = false;
  /** Position of the tether exit, metres from where it was at the start. */
  eastM = 0;
  northM = 0;
  upM = 0;
  eastMps = 0;
  northMps = 0;
  upMps = 0;
  /** Change of its velocity in the last step, m/s. */
  eastStepMps = 0;
  northStepMps = 0;
  upStepMps = 0;
  /** Tilt of its vertical axis, as tangents. */
  tiltEast = 0;
  tiltNorth = 0;
  /** Degrees clockwise from North, unwrapped, and its change in the last step. */
  headingDeg = 0;
  headingStepDeg = 0;

  constructor(parameters: SimulatorParameters, rates: StepRates, seed: number, sea: SeaConditions = NO_SEA) {
    const { base, site, vessel } = parameters;
    const stepS = rates.seconds(rates.control);
    const planS = rates.seconds(rates.slow);
    this.#stepS = stepS;
    this.#armM = base.exitAboveRollAxisM;
    this.#carried = new CarriedAway(base.accelerationMps2, stepS);
    this.#vehicle = new Vehicle(base, site.cradleHeadingDeg, stepS);
    this.#seaway = new Seaway({ vessel, sea, random: randomStream(seed, 'seaway'), stepS, planS });
    this.sensors = new BaseSensors(base, seed, planS);
    this.headingDeg = site.cradleHeadingDeg;
    this.#isAtRest = this.#seaway.isStill;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#isAtRest, this.#hasMoved] = archive.all(this.#isAtRest, this.#hasMoved);
    archive.in(this.#carried, this.#vehicle, this.#seaway, this.sensors);
  }

  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  /** True once it has moved. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  get isAfloat(): boolean {
    return !this.#seaway.isStill;
  }

  /** Motion as detected by its own inertial sensor and receiver. */
  get measuresMoving(): boolean {
    return this.sensors.isMoving;
  }

  /** The sea that is set. */
  get sea(): SeaConditions {
    return this.#seaway.conditions;
  }

  /** Speed and heading that are set for the vehicle or vessel. */
  get way(): Vehicle['wanted'] {
    return this.#vehicle.wanted;
  }

  /** Elevation of the water surface, metres. */
  get waveM(): number {
    return this.#seaway.waveM;
  }

  /** Starboard down, degrees. */
  get rollDeg(): number {
    const heading = this.headingDeg * RAD_PER_DEG;
    return Math.atan(this.tiltEast * Math.cos(heading) - this.tiltNorth * Math.sin(heading)) * DEG_PER_RAD;
  }

  /** Bow up, degrees. */
  get pitchDeg(): number {
    const heading = this.headingDeg * RAD_PER_DEG;
    return -Math.atan(this.tiltEast * Math.sin(heading) + this.tiltNorth * Math.cos(heading)) * DEG_PER_RAD;
  }

  /** Forced movement at any heading. */
  drive(speedMps: number, headingDeg: number): void {
    this.#carried.carry(speedMps, headingDeg);
    this.#isAtRest = false;
  }

  /** Ends the forced movement: decelerates to rest. */
  stop(): void {
    this.#carried.stop();
  }

  /** Vehicle or vessel: drives ahead at this speed, and turns to this heading while moving. */
  steer(speedMps: number, headingDeg: number): void {
    this.#vehicle.drive(speedMps, headingDeg);
    this.#isAtRest = false;
  }

  setSea(sea: SeaConditions): void {
    this.#seaway.set(sea);
    this.#isAtRest = false;
  }

  /** At the slow rate: computes where the waves put the deck at the next call. */
  plan(): void {
    if (!this.#seaway.isStill) this.#seaway.plan(this.#vehicle.headingDeg, this.#vehicle.speedMps);
  }

  /** One step, at the rate of the controllers. */
  step(): void {
    if (this.#isAtRest) return;
    this.#hasMoved = true;
    if (!this.#carried.isAtRest) this.#carried.step();
    if (!this.#vehicle.isAtRest) this.#vehicle.step();
    if (this.#seaway.isStill) this.#seaway.settle();
    else this.#seaway.step();
    this.#isAtRest = this.#carried.isAtRest && this.#vehicle.isAtRest && this.#seaway.isStill;
    if (this.#isAtRest) this.#vehicle.settle();
    this.#add();
  }

  /** Measures its own motion, at the slow rate. */
  measure(): void {
    this.sensors.measure(this);
  }

  /** Sum of forced movement, own drive with body tilt, and sea. */
  #add(): void {
    const { deck } = this.#seaway;
    const { eastMps, northMps, headingDeg, lean } = this.#vehicle;
    const sine = Math.sin(headingDeg * RAD_PER_DEG);
    const cosine = Math.cos(headingDeg * RAD_PER_DEG);
    const swingEastMps = this.#armM * (lean.eastRate * cosine + lean.northRate * sine);
    const swingNorthMps = this.#armM * (lean.northRate * cosine - lean.eastRate * sine);
    const wasEastMps = this.eastMps;
    const wasNorthMps = this.northMps;
    const wasUpMps = this.upMps;
    this.eastMps = this.#carried.eastMps + eastMps + swingEastMps + deck[SUM.eastMps]!;
    this.northMps = this.#carried.northMps + northMps + swingNorthMps + deck[SUM.northMps]!;
    this.upMps = deck[SUM.upMps]!;
    this.eastStepMps = this.eastMps - wasEastMps;
    this.northStepMps = this.northMps - wasNorthMps;
    this.upStepMps = this.upMps - wasUpMps;
    this.eastM += this.eastMps * this.#stepS;
    this.northM += this.northMps * this.#stepS;
    this.upM = deck[SUM.upM]!;
    this.tiltEast = lean.east * cosine + lean.north * sine + deck[SUM.tiltEast]!;
    this.tiltNorth = lean.north * cosine - lean.east * sine + deck[SUM.tiltNorth]!;
    const nextDeg = headingDeg + deck[SUM.yaw]! * DEG_PER_RAD;
    this.headingStepDeg = nextDeg - this.headingDeg;
    this.headingDeg = nextDeg;
  }
}
