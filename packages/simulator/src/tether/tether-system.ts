import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import type { KiteBody } from '../body/kite-body.ts';
import type { Autopilot } from '../control/autopilot.ts';
import type { BaseMotion } from '../ground/base-motion.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { OwnModel } from '../navigation/own-model.ts';
import { ReportedAltitude } from '../navigation/reported-altitude.ts';
import { TetherPosition } from '../navigation/tether-position.ts';
import type { WindEstimate } from '../navigation/wind-estimate.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';
import { ForceSensor } from './force-sensor.ts';
import { TensionControl } from './tension-control.ts';
import { Tether } from './tether.ts';
import { Winch } from './winch.ts';

/** What the tether system goes by. */
export interface TetherWorld {
  readonly autopilot: Pick<Autopilot, 'heightRateMps'>;
  readonly body: KiteBody;
  readonly navigation: Navigation;
  readonly own: OwnModel;
  readonly windEstimate: WindEstimate;
}

/** Tether, winch, the sensor at the base, and what the Ground Station makes of them. */
export class TetherSystem {
  readonly #world: TetherWorld;
  /** Of the Kite, as its software has it. */
  readonly #massKg: number;
  readonly #weightN: number;
  readonly #throatM: number;
  #baseUpMps = 0;
  readonly winch: Winch;
  readonly tether: Tether;
  readonly sensor: ForceSensor;
  readonly control: TensionControl;
  readonly position: TetherPosition;
  readonly altitude: ReportedAltitude;
  /** Height by the tether, metres. */
  heightM = 0;

  constructor(parameters: SimulatorParameters, rates: StepRates, seed: number, world: TetherWorld) {
    const controlS = rates.seconds(rates.control);
    const layerError = parameters.winch.layerErrorShare * randomStream(seed, 'tether layers').normal();
    this.#world = world;
    const own = world.own.parameters;
    this.#massKg = own.kite.massKg;
    this.#weightN = parameters.kite.massKg * GRAVITY_MPS2;
    this.#throatM = parameters.tether.throatM;
    this.winch = new Winch(parameters, layerError, rates.stepS);
    this.tether = new Tether(parameters, world.body.motion, this.winch, rates.stepS);
    this.sensor = new ForceSensor(
      parameters.forceSensor,
      randomStream(seed, 'force sensor'),
      rates.seconds(rates.slow),
    );
    this.control = new TensionControl(own, this.winch, this.sensor, controlS);
    this.position = new TetherPosition(own, controlS);
    this.altitude = new ReportedAltitude(controlS);
  }

  /** Whether the tether says how high the Kite is: taut, and measured. */
  get isHeightKnown(): boolean {
    return this.position.isValid;
  }

  /** The Kite sits in its cradle and stays there: until its thrust carries it, the tether is wound in and does not pull. */
  get #isAtRest(): boolean {
    const { body } = this.#world;
    return body.isInCradle && body.rotors.totalN < this.#weightN;
  }

  /** The physics, at every step. */
  step(): void {
    if (this.#isAtRest) return;
    this.tether.isKiteDown = this.#world.body.isOnGround;
    this.winch.step();
    this.tether.step();
  }

  /** Slow errors move on. */
  drift(): void {
    this.sensor.drift();
  }

  /** The wind on the line, at the wind's rate, as it comes towards a Ground Station that drives. */
  updateLoad(wind: Wind, baseEastMps: number, baseNorthMps: number): void {
    this.tether.updateLoad(wind, baseEastMps, baseNorthMps);
  }

  /** The Ground Station moves: its sensor leans with it, and its winch takes up what its inertial sensor says of the heave. */
  followBase(base: BaseMotion): void {
    this.sensor.turnEastDeg = base.sensors.turnEastDeg(base);
    this.sensor.turnNorthDeg = base.sensors.turnNorthDeg(base);
    this.#baseUpMps = base.upMps;
  }

  /** The Ground Station's part, at the controllers' rate. */
  update(): void {
    const { body, navigation, windEstimate } = this.#world;
    const { winch, tether, sensor, control, position } = this;
    const isAtRest = this.#isAtRest;
    if (isAtRest) {
      tether.rest();
      winch.windUp();
      control.rest();
    }
    sensor.read(tether);
    control.windMps = windEstimate.sustainedMps;
    control.climbRateMps = this.#world.autopilot.heightRateMps - this.#baseUpMps;
    control.modelN = -navigation.disturbance.upMps2 * this.#massKg;
    position.update(sensor, winch, windEstimate, body.motion, !control.usesModel);
    this.#measureHeight();
    if (!isAtRest) control.update();
    if (body.isOnGround) this.altitude.rest();
    else this.altitude.update(navigation.height, this.isHeightKnown ? this : navigation.height);
  }

  /** By the straight length of the tether, and how far the Kite is off to the side. */
  #measureHeight(): void {
    const { horizontal } = this.#world.navigation;
    const { distanceM, upM } = this.position;
    const off2 = horizontal.eastM * horizontal.eastM + horizontal.northM * horizontal.northM;
    const straightM = Math.sqrt(Math.max(0, distanceM * distanceM - off2)) - this.#throatM;
    this.heightM = horizontal.isKnown ? straightM : upM;
  }
}
