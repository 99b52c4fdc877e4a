import type { Cancel } from '@kitestring/base/clock.ts';
import { contain, type OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { PayloadName, SimulatedWeather, WeatherChange } from '@kitestring/station-contract/sim/controls.ts';
import type { TetherShape, Truth } from '@kitestring/station-contract/sim/truth.ts';
import {
  type Aircraft,
  type AircraftIdentity,
  type AircraftSample,
  type AxisMove,
  type Capabilities,
  EVERYTHING,
} from '@kitestring/station-core/ports';
import type { Gust } from './air/gust.ts';
import { solarHour } from './air/sight.ts';
import { CALM, type WindConditions } from './air/wind.ts';
import { FaultInjector } from './faults/fault-injector.ts';
import type { FaultWorld, SideEffects } from './faults/fault-kind.ts';
import { FAULT_KINDS } from './faults/fault-kinds.ts';
import { NO_SEA, type SeaConditions } from './ground/seaway.ts';
import type { KiteCommand } from './link/kite-command.ts';
import { type ParameterOverrides, parametersWith } from './parameters.ts';
import { AircraftReport } from './report/aircraft-report.ts';
import { tetherShape, truth } from './report/truth.ts';
import { Simulation } from './simulation.ts';
import { StepRates } from './step-rates.ts';
import type { WinchOrder } from './tether/winch-order.ts';

export interface SimulatedAircraftOptions {
  /** Determines every random number. An integer. */
  readonly seed: number;
  /** Station time at step 0, microseconds since 1970, an integer. */
  readonly startTimeUs: number;
  readonly wind?: WindConditions;
  /** Waves under a Ground Station on a vessel; absent: none. */
  readonly sea?: SeaConditions;
  readonly cameraModel?: CameraModel;
  /** Whether the Kite has a Rooftop Box; absent: true. */
  readonly rooftopBox?: boolean;
  /** Overrides of default parameters. */
  readonly parameters?: ParameterOverrides;
  /** A step other than 2500 us; only to assess the step's influence. */
  readonly stepUs?: number;
}

const IDENTITY: AircraftIdentity = {
  simulated: true,
  kiteName: 'kite-sim-1',
  propellerModel: 'Propeller 2nd Generation',
  remoteIdSerial: 'KTSMA0000000001',
  boards: [
    { board: 'ground-station', id: 'KS-SIM-GS-0001' },
    { board: 'kite', id: 'KS-SIM-KITE-0001' },
    { board: 'camera', id: 'KS-SIM-CAM-0001' },
  ],
};

/**
 * The embedded simulator as an `Aircraft`. It has no clock of its own: its owner calls `step`, which delivers the
 * samples. Beside the port it offers manual controls: switch things off, press the button, set the wind.
 */
export class SimulatedAircraft implements Aircraft, FaultWorld {
  readonly identity = IDENTITY;
  readonly capabilities: Capabilities;
  readonly simulation: Simulation;
  /** Faults that can be injected. */
  readonly faults: FaultInjector;
  /** Effects of faults outside the aircraft; empty until the owner provides them. */
  sideEffects: SideEffects = {};
  readonly #report: AircraftReport;
  #startTimeUs: number;
  readonly #listeners = new Set<(sample: AircraftSample) => void>();

  /** @throws RangeError for a seed, start time, wind or parameter out of range */
  constructor(options: SimulatedAircraftOptions) {
    const {
      seed,
      startTimeUs,
      wind = CALM,
      sea = NO_SEA,
      cameraModel = 'Camera 2nd Generation',
      rooftopBox = true,
    } = options;
    if (!Number.isSafeInteger(startTimeUs)) throw new RangeError(`startTimeUs must be an integer, got ${startTimeUs}`);
    const rates = new StepRates(options.stepUs);
    const parameters = parametersWith(options.parameters);
    this.simulation = new Simulation({ seed, parameters, wind, sea, hasRooftopBox: rooftopBox, rates });
    this.capabilities = { ...EVERYTHING, lids: rooftopBox };
    this.#report = new AircraftReport(this.simulation, cameraModel, seed);
    this.#startTimeUs = startTimeUs;
    this.faults = new FaultInjector<FaultWorld>({
      world: this,
      kinds: FAULT_KINDS,
      rates,
      stepCount: () => this.simulation.stepCount,
      timeUs: (step) => this.#startTimeUs + step * this.stepUs,
    });
    this.simulation.beforeStep = (stepCount) => this.faults.step(stepCount);
  }

  /** Faults come first: what they change when they resume is part of the state of the simulation. */
  [STATE](archive: StateArchive): void {
    this.#startTimeUs = archive.of(this.#startTimeUs);
    archive.in(this.faults, this.#report, this.simulation);
  }

  // ---- time

  /** Length of a step, microseconds. */
  get stepUs(): number {
    return this.simulation.rates.stepUs;
  }

  /** Simulated time, microseconds since 1970. */
  get timeUs(): number {
    return this.#startTimeUs + this.simulation.stepCount * this.stepUs;
  }

  /** Steps until the next sample is due. */
  get stepsToSample(): number {
    const { stepCount, rates } = this.simulation;
    return rates.sample - (stepCount % rates.sample);
  }

  /** Delivers the present state to all listeners, as a sample. @param onBug receives what a listener throws */
  deliverSample(onBug: OnBug): void {
    const sample = this.#report.read(this.timeUs);
    for (const listener of this.#listeners) contain('sample', onBug, () => listener(sample));
  }

  // ---- true state

  truth(): Truth {
    return truth(this.simulation, this.timeUs);
  }

  /** @throws RangeError for a number of points outside 2 to 500 */
  tetherShape(points: number): TetherShape {
    return tetherShape(this.simulation, points);
  }

  // ---- the port

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    // A wrapper per call, so that one function may listen twice and each cancel ends one.
    const own = (sample: AircraftSample) => listener(sample);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  takeOff(altitudeM: number): void {
    checkedNumbers({ altitudeM });
    this.#command({ kind: 'takeOff', altitudeM });
  }

  setAltitude(altitudeM: number): void {
    checkedNumbers({ altitudeM });
    this.#command({ kind: 'setAltitude', altitudeM });
  }

  holdAltitude(): void {
    this.#command({ kind: 'holdAltitude' });
  }

  land(how: 'normal' | 'safety'): void {
    this.#command({ kind: 'land', how });
  }

  movePan(move: AxisMove): void {
    checkedNumbers(move);
    this.#command({ kind: 'movePan', move });
  }

  moveTilt(move: AxisMove): void {
    checkedNumbers(move);
    this.#command({ kind: 'moveTilt', move });
  }

  openLids(): void {
    this.simulation.rooftopBox?.open();
  }

  closeLids(): void {
    this.simulation.rooftopBox?.close();
  }

  reset(): void {
    this.#command({ kind: 'reset' });
  }

  // ---- manual controls, weather and sky

  /** Orders the winch by hand; undefined: it follows the Kite. Ends in the cradle. */
  orderWinch(order: WinchOrder | undefined): void {
    this.simulation.tethering.orderWinch(order);
    if (order === undefined) this.simulation.tethering.control.order(undefined);
  }

  /** The winch follows the Kite at this tension, newton. */
  orderTension(tensionN: number): void {
    this.simulation.tethering.orderWinch(undefined);
    this.simulation.tethering.control.order(tensionN);
  }

  setWind(wind: WindConditions): void {
    this.simulation.wind.set(wind);
  }

  /** Weather and sun of the camera's picture. */
  weather(): SimulatedWeather {
    const { parameters, sight } = this.simulation;
    return {
      visibility_m: sight.visibilityM,
      cloud_cover: sight.cloudCover,
      rain_mmph: sight.rainMmph,
      solar_hour: solarHour(this.timeUs / 1000 + sight.sunAheadMs, parameters.site.lonDeg),
    };
  }

  /** Has no effect on the flight. */
  setWeather({ cloud_cover, rain_mmph, solar_hour, visibility_m }: WeatherChange): void {
    const { parameters, sight } = this.simulation;
    sight.visibilityM = visibility_m ?? sight.visibilityM;
    sight.cloudCover = cloud_cover ?? sight.cloudCover;
    sight.rainMmph = rain_mmph ?? sight.rainMmph;
    if (solar_hour !== undefined) sight.setSolarHour(solar_hour, this.timeUs / 1000, parameters.site.lonDeg);
  }

  /** Sets another sea under the vessel; it builds up, or decays, in half a minute. */
  setSea(sea: SeaConditions): void {
    this.simulation.base.setSea(sea);
  }

  /** Vehicle or vessel: drives ahead at this speed, turning to this heading while moving. */
  steerBase(speedMps: number, headingDeg: number): void {
    this.simulation.base.steer(speedMps, headingDeg);
  }

  /** Starts a gust now. */
  gust(gust: Gust): void {
    this.simulation.wind.startGust(gust);
  }

  /** Without a Rooftop Box there is no such button: no effect. */
  setSafetyLandButton(isPressed: boolean): void {
    const { rooftopBox } = this.simulation;
    if (rooftopBox) rooftopBox.safetyLandButtonPressed = isPressed;
  }

  setParkingBrake(isEngaged: boolean): void {
    const { rooftopBox } = this.simulation;
    if (rooftopBox) rooftopBox.parkingBrakeEngaged = isEngaged;
  }

  /** Off: no more data, and the motors stop at once, also in flight. On: data after booting. */
  setKitePowered(isOn: boolean): void {
    this.simulation.setKitePower(isOn);
  }

  /** Attaches another camera, which boots, or none. */
  setCameraModel(model: PayloadName): void {
    if (model === this.#report.cameraModel) return;
    this.#report.cameraModel = model;
    this.simulation.onBoard.restartCamera();
  }

  setCameraPowered(isOn: boolean): void {
    this.simulation.onBoard.setCameraPower(isOn);
  }

  /** Blocks the lids in their position. */
  jamLids(isJammed: boolean): void {
    const { rooftopBox } = this.simulation;
    if (rooftopBox) rooftopBox.jammed = isJammed;
  }

  /**
   * Replaces a parted tether, and puts the Kite back into its cradle. No effect in flight, where the Kite cannot be
   * reached.
   */
  replaceTether(): void {
    const { simulation } = this;
    if (simulation.tether.isCut && simulation.body.isOnGround) simulation.replaceTether();
  }

  /** Covers or clears the sky above a receiver, by default above both. */
  setGpsAvailable(isAvailable: boolean, receiver: 'both' | 'kite' | 'groundStation' = 'both'): void {
    this.simulation.setGps(isAvailable, receiver);
  }

  /** An additional magnetic field, to magnetic east and north, microtesla. */
  setMagneticDisturbance(eastUt: number, northUt = 0): void {
    this.simulation.magnetometer.disturbanceEastUt = eastUt;
    this.simulation.magnetometer.disturbanceNorthUt = northUt;
  }

  get cameraModel(): PayloadName {
    return this.#report.cameraModel;
  }

  /** Over the data link to a Kite that is on. */
  #command(command: KiteCommand): void {
    this.simulation.link.carryUp(command, this.simulation.stepCount);
  }
}

/** The link delivers it later; invalid numbers must be refused now, at the caller. */
function checkedNumbers(figures: object): void {
  for (const [name, value] of Object.entries(figures)) {
    if (typeof value !== 'number' || Number.isFinite(value)) continue;
    throw new RangeError(`${name} must be a number, got ${value}`);
  }
}
