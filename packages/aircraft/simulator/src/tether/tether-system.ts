import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import type { Wind } from '../air/wind.ts';
import type { KiteBody } from '../body/kite-body.ts';
import type { FrameSpeed } from '../body/translation.ts';
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
import { orderedSpeedMps, type WinchOrder } from './winch-order.ts';

/** Inputs of the tether system. */
interface TetherWorld {
  readonly autopilot: Pick<Autopilot, 'heightRateMps'>;
  readonly body: KiteBody;
  readonly navigation: Navigation;
  readonly own: OwnModel;
  readonly windEstimate: WindEstimate;
}

/** Tether, winch, the sensor at the base, and the estimates of the Ground Station. */
export class TetherSystem {
  readonly #world: TetherWorld;
  /** Mass of the Kite by its software. */
  readonly #massKg: number;
  readonly #weightN: number;
  readonly #throatM: number;
  #baseUpMps = 0;
  /** By hand, until the Kite is in its cradle. */
  #ordered: WinchOrder | undefined;
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

  [STATE](archive: StateArchive): void {
    archive.own(this);
    this.#baseUpMps = archive.of(this.#baseUpMps);
    // An order of a time that the station has left is not one of now.
    if (archive.isRestoring) this.#ordered = undefined;
    archive.in(this.winch, this.tether, this.sensor, this.control, this.position, this.altitude);
  }

  /** @param order undefined: the winch follows the Kite */
  orderWinch(order: WinchOrder | undefined): void {
    this.#ordered = order;
  }

  /** True when the tether gives the Kite's height: taut, and measured. */
  get isHeightKnown(): boolean {
    return this.position.isValid;
  }

  /** The Kite is in its cradle and stays there: until its thrust lifts it, the tether is wound up and does not pull. */
  get #isAtRest(): boolean {
    const { body } = this.#world;
    return body.isInCradle && body.rotors.totalN < this.#weightN;
  }

  /** Physics, at every step. */
  step(): void {
    if (this.#isAtRest) return;
    this.tether.isKiteDown = this.#world.body.isOnGround;
    this.winch.step();
    this.tether.step();
  }

  /** Advances the slow errors. */
  drift(): void {
    this.sensor.drift();
  }

  /** Updates the wind on the line, at the wind's rate, relative to a moving Ground Station. */
  updateLoad(wind: Wind, frame: FrameSpeed): void {
    this.tether.updateLoad(wind, frame);
  }

  /**
   * The Ground Station moves: its sensor tilts with it, and its winch compensates the heave that its inertial sensor
   * measures.
   */
  followBase(base: BaseMotion): void {
    this.sensor.turnEastDeg = base.sensors.turnEastDeg(base);
    this.sensor.turnNorthDeg = base.sensors.turnNorthDeg(base);
    this.#baseUpMps = base.upMps;
    this.tether.carryOff(base);
  }

  /** Readings of the sensor at the base, at the controllers' rate; in the cradle the tether is wound in. */
  measure(): void {
    if (this.#isAtRest) {
      this.tether.rest();
      this.winch.windUp();
    }
    this.sensor.read(this.tether);
  }

  /** Where the Kite is by its tether, from what was measured last. */
  estimate(): void {
    const { body, navigation, windEstimate } = this.#world;
    this.position.update(this.sensor, this.winch, windEstimate, body.motion, !this.control.usesModel);
    this.#measureHeight();
    if (body.isOnGround) this.altitude.rest();
    else this.altitude.update(navigation.height, this.isHeightKnown ? this : navigation.height);
  }

  /** Commands the winch, by the last measurements and estimates. */
  steer(): void {
    const { autopilot, navigation, windEstimate } = this.#world;
    const { control } = this;
    control.windMps = windEstimate.sustainedMps;
    control.climbRateMps = autopilot.heightRateMps - this.#baseUpMps;
    control.modelN = -navigation.disturbance.upMps2 * this.#massKg;
    if (this.#isAtRest) {
      this.#ordered = undefined;
      control.order(undefined);
      control.rest();
    } else if (this.#ordered === undefined) control.update();
    else this.winch.commandMps = orderedSpeedMps(this.#ordered, this.winch.measuredM);
  }

  /** By the straight length of the tether, and the horizontal offset of the Kite. */
  #measureHeight(): void {
    const { horizontal } = this.#world.navigation;
    const { distanceM, upM } = this.position;
    const off2 = horizontal.eastM * horizontal.eastM + horizontal.northM * horizontal.northM;
    const straightM = Math.sqrt(Math.max(0, distanceM * distanceM - off2)) - this.#throatM;
    this.heightM = horizontal.isKnown ? straightM : upM;
  }
}
