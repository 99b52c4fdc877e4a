import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { PayloadName } from '@kitestring/contract/sim/controls.ts';
import type { TetherShape, Truth } from '@kitestring/contract/sim/truth.ts';
import { contain, type OnBug } from '@kitestring/station/containment.ts';
import type { Aircraft, AircraftIdentity, AircraftSample, AxisMove } from '@kitestring/station/ports/aircraft.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import type { Gust } from './air/gust.ts';
import { CALM, type WindConditions } from './air/wind.ts';
import { FaultInjector } from './faults/fault-injector.ts';
import type { FaultWorld, SideEffects } from './faults/fault-kind.ts';
import { NO_SEA, type SeaConditions } from './ground/seaway.ts';
import { type ParameterOverrides, parametersWith } from './parameters.ts';
import { AircraftReport } from './report/aircraft-report.ts';
import { tetherShapeOf, truthOf } from './report/truth.ts';
import { Simulation } from './simulation.ts';
import { StepRates } from './step-rates.ts';

export interface SimulatedAircraftOptions {
  /** Decides every random draw. An integer. */
  readonly seed: number;
  /** Time at step 0 on the station's clock, microseconds since 1970, an integer. */
  readonly startTimeUs: number;
  readonly wind?: WindConditions;
  /** Waves under a Ground Station on a vessel; none when absent. */
  readonly sea?: SeaConditions;
  readonly cameraModel?: CameraModel;
  /** Whether the Kite lives in a Rooftop Box; true when absent. */
  readonly rooftopBox?: boolean;
  /** Figures that replace the default ones. */
  readonly parameters?: ParameterOverrides;
  /** Another step than 2500 us; for judging the step, not for use. */
  readonly stepUs?: number;
}

const IDENTITY: AircraftIdentity = {
  simulated: true,
  kiteName: 'kite-sim-1',
  remoteIdSerial: 'KTSMA0000000001',
  boards: [
    { board: 'ground-station', id: 'KS-SIM-GS-0001' },
    { board: 'kite', id: 'KS-SIM-KITE-0001' },
    { board: 'camera', id: 'KS-SIM-CAM-0001' },
  ],
};

/**
 * The embedded simulator as an `Aircraft`. It has no clock of its own: whoever owns it calls `step`, which delivers the
 * samples. Beside the port it has what a person with hands could do: switch things off, press the button, make wind.
 */
export class SimulatedAircraft implements Aircraft, FaultWorld {
  readonly identity = IDENTITY;
  readonly simulation: Simulation;
  /** Faults that can be made to happen. */
  readonly faults: FaultInjector;
  /** What faults can do beside the aircraft; empty until who runs it says what there is. */
  sideEffects: SideEffects = {};
  readonly #report: AircraftReport;
  readonly #startTimeUs: number;
  readonly #gimbalPeriodS: number;
  readonly #listeners = new Set<(sample: AircraftSample) => void>();

  /** @throws RangeError for a seed, a start time, a wind or a parameter that is out of range */
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
    this.#report = new AircraftReport(this.simulation, cameraModel, seed);
    this.#startTimeUs = startTimeUs;
    this.#gimbalPeriodS = rates.seconds(rates.gimbal);
    this.faults = new FaultInjector({
      world: this,
      rates,
      stepCount: () => this.simulation.stepCount,
      timeUs: (step) => startTimeUs + step * this.stepUs,
    });
    this.simulation.beforeStep = (stepCount) => this.faults.step(stepCount);
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

  /** Steps left until the next sample is due. */
  get stepsToSample(): number {
    const { stepCount, rates } = this.simulation;
    return rates.sample - (stepCount % rates.sample);
  }

  /** Hands the state now to all listeners, as a sample. @param onBug told what one of them throws */
  deliverSample(onBug: OnBug): void {
    const sample = this.#report.read(this.timeUs);
    for (const listener of this.#listeners) contain('sample', onBug, () => listener(sample));
  }

  // ---- what is really so

  truth(): Truth {
    return truthOf(this.simulation, this.timeUs);
  }

  /** @throws RangeError for a number of points that is none of 2 to 500 */
  tetherShape(points: number): TetherShape {
    return tetherShapeOf(this.simulation, points);
  }

  // ---- the port

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    // A wrapper of its own, so that the same function may listen twice and each cancel ends one.
    const own = (sample: AircraftSample) => listener(sample);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  takeOff(altitudeM: number): void {
    checkedNumbers({ altitudeM });
    this.#command(({ autopilot }) => autopilot.takeOff(altitudeM));
  }

  setAltitude(altitudeM: number): void {
    checkedNumbers({ altitudeM });
    this.#command(({ autopilot }) => autopilot.setAltitude(altitudeM));
  }

  holdAltitude(): void {
    this.#command(({ autopilot }) => autopilot.holdAltitude());
  }

  land(how: 'normal' | 'safety'): void {
    this.#command(({ autopilot }) => autopilot.land(how));
  }

  movePan(move: AxisMove): void {
    checkedNumbers(move);
    this.#command(({ autopilot }) => autopilot.movePan(move));
  }

  moveTilt(move: AxisMove): void {
    checkedNumbers(move);
    this.#command((simulation) => {
      if (simulation.isCameraReady) simulation.camera.moveTilt(move, this.#gimbalPeriodS);
    });
  }

  openLids(): void {
    this.simulation.rooftopBox?.open();
  }

  closeLids(): void {
    this.simulation.rooftopBox?.close();
  }

  reset(): void {
    this.#command(({ autopilot }) => autopilot.reset());
  }

  // ---- what hands, weather and sky can do

  setWind(wind: WindConditions): void {
    this.simulation.wind.set(wind);
  }

  /** Another sea under the vessel; it gets up, or goes down, in half a minute. */
  setSea(sea: SeaConditions): void {
    this.simulation.base.setSea(sea);
  }

  /** The vehicle or vessel drives on: ahead at this speed, turning to this heading as it goes. */
  steerBase(speedMps: number, headingDeg: number): void {
    this.simulation.base.steer(speedMps, headingDeg);
  }

  /** A gust that begins now. */
  gust(gust: Gust): void {
    this.simulation.wind.startGust(gust);
  }

  /** Without a Rooftop Box there is no such button: nothing happens. */
  setSafetyLandButton(isPressed: boolean): void {
    const { rooftopBox } = this.simulation;
    if (rooftopBox) rooftopBox.safetyLandButtonPressed = isPressed;
  }

  setParkingBrake(isEngaged: boolean): void {
    const { rooftopBox } = this.simulation;
    if (rooftopBox) rooftopBox.parkingBrakeEngaged = isEngaged;
  }

  /** Off: no more data, and the motors stop wherever the Kite is. On: data after it has started up. */
  setKitePowered(isOn: boolean): void {
    this.simulation.setKitePower(isOn);
  }

  /** Another camera is put under the Kite, which starts up, or none. */
  setCameraModel(model: PayloadName): void {
    if (model === this.#report.cameraModel) return;
    this.#report.cameraModel = model;
    this.simulation.restartCamera();
  }

  setCameraPowered(isOn: boolean): void {
    this.simulation.setCameraPower(isOn);
  }

  /** Something blocks the lids where they are. */
  jamLids(isJammed: boolean): void {
    const { rooftopBox } = this.simulation;
    if (rooftopBox) rooftopBox.jammed = isJammed;
  }

  /** A new tether in place of one that is apart, and the Kite back into its cradle. In the air nobody can reach it: nothing happens. */
  replaceTether(): void {
    const { simulation } = this;
    if (simulation.tether.isCut && simulation.body.isOnGround) simulation.replaceTether();
  }

  /** Covers or clears the sky over a receiver, both by default. */
  setGpsAvailable(isAvailable: boolean, receiver: 'both' | 'kite' | 'groundStation' = 'both'): void {
    this.simulation.setGps(isAvailable, receiver);
  }

  /** A magnetic field beside the Earth's, to magnetic East and North, microtesla. */
  setMagneticDisturbance(eastUt: number, northUt = 0): void {
    this.simulation.magnetometer.disturbanceEastUt = eastUt;
    this.simulation.magnetometer.disturbanceNorthUt = northUt;
  }

  get cameraModel(): PayloadName {
    return this.#report.cameraModel;
  }

  /** Over the data link to a Kite that is on. */
  #command(act: (simulation: Simulation) => void): void {
    const { simulation } = this;
    simulation.link.carryUp(() => {
      if (simulation.isKiteReady) act(simulation);
    }, simulation.stepCount);
  }
}

/** What comes later over the link must be refused now, where it was asked for. */
function checkedNumbers(figures: object): void {
  for (const [name, value] of Object.entries(figures)) {
    if (typeof value !== 'number' || Number.isFinite(value)) continue;
    throw new RangeError(`${name} must be a number, got ${value}`);
  }
}
