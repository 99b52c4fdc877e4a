import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import {
  type Aircraft,
  type AircraftIdentity,
  type AircraftSample,
  type AxisMove,
  type CameraSample,
  type Capabilities,
  EVERYTHING,
  type GpsPosition,
  type GroundStationHazards,
  type GroundStationSample,
  type KiteHazards,
  type KiteSample,
  NO_GROUND_STATION_HAZARDS,
  NO_KITE_HAZARDS,
  type RemoteIdSample,
  type RooftopBoxSample,
} from '@kitestring/station-core/ports';

export const ZURICH: GpsPosition = { latDeg: 47.3769, lonDeg: 8.5417, elevationM: 408, accuracyM: 0.8 };

const GROUNDED_KITE: KiteSample = {
  landedState: 'OnGround',
  altitudeM: 0,
  climbRateMps: 0,
  headingDeg: 0,
  headingUnwrappedDeg: 0,
  gps: ZURICH,
  batteryPercent: 100,
  batteryTemperatureC: 20,
  temperatureC: 20,
  windSpeedMps: 2,
  hazards: NO_KITE_HAZARDS,
  failsafeLanding: false,
  isRotating: false,
};

const READY_CAMERA: CameraSample = {
  model: 'Camera 2nd Generation',
  online: true,
  panDeg: 0,
  tiltDeg: 0,
  rollDeg: 0,
  isTilting: false,
};

const READY_GROUND_STATION: GroundStationSample = {
  gps: ZURICH,
  batteryPercent: 100,
  batteryTemperatureC: 20,
  batteryVoltageV: 12.6,
  inputVoltageV: 230,
  hazards: NO_GROUND_STATION_HAZARDS,
  isMoving: false,
  kiteInCradle: true,
};

const READY_ROOFTOP_BOX: RooftopBoxSample = {
  lids: 'Closed',
  safetyLandButtonPressed: false,
  parkingBrakeEngaged: true,
};

/** Rates of the product, metres per second. */
const CLIMB_MPS = 0.75;
const SAFETY_MPS = 1.5;

/** A command of the station to the aircraft, as text: `takeOff(1)`, `movePan(toAngle 180)`. */
type Request = string;

const HEIGHT_REQUESTS: ReadonlySet<string> = new Set(['takeOff', 'setAltitude', 'holdAltitude', 'land']);

/**
 * An aircraft without physics: it records commands and reports what the test sets. For the rules of the station; the
 * simulator tests how a Kite flies.
 */
export class ScriptedAircraft implements Aircraft {
  identity: AircraftIdentity = {
    simulated: true,
    kiteName: 'kite-scripted',
    propellerModel: 'Propeller 2nd Generation',
    remoteIdSerial: 'KTSMA0000000001',
    boards: [{ board: 'ground-station', id: 'KS-GS-0001' }],
  };
  #capabilities: Capabilities = EVERYTHING;
  /** Received commands. A command repeated because of a lost message counts once. */
  readonly requests: Request[] = [];

  /** Received commands without those to the camera: a landing stops its axes as well. */
  get flightRequests(): Request[] {
    return this.requests.filter((request) => !request.startsWith('move'));
  }
  readonly #clock: Clock;
  readonly #listeners = new Set<(sample: AircraftSample) => void>();
  #kite: KiteSample | undefined = GROUNDED_KITE;
  #camera: CameraSample | undefined = READY_CAMERA;
  #payload: AircraftSample['payload'];
  #groundStation: GroundStationSample = READY_GROUND_STATION;
  #rooftopBox: RooftopBoxSample | undefined = READY_ROOFTOP_BOX;
  #remoteId: RemoteIdSample | undefined = { selfTest: 'Passed' };
  #isObedient = false;
  #heading: { readonly toM: number; readonly rateMps: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get capabilities(): Capabilities {
    return this.#capabilities;
  }

  /** Takes parts away, from the samples and the identity too: what is not there reports nothing. */
  having(change: Partial<Capabilities>): this {
    this.#capabilities = { ...this.#capabilities, ...change };
    const { compass, cradleSwitch, gimbal, groundGps, lids, motionSensor, remoteId, winch } = this.#capabilities;
    if (!compass) this.kiteWithout('headingDeg');
    if (!lids) this.rooftopBox(undefined);
    if (!remoteId) {
      this.#remoteId = undefined;
      const { remoteIdSerial: _none, ...identity } = this.identity;
      this.identity = identity;
    }
    if (!groundGps) this.groundStationWithout('gps');
    if (!winch) this.groundStationWithout('tether').groundStationWithout('spoolTemperatureC');
    if (!cradleSwitch) this.groundStationWithout('kiteInCradle');
    if (!motionSensor) this.groundStationWithout('isMoving');
    if (gimbal.tilt === undefined) this.cameraWithout('tiltDeg');
    return this;
  }

  /** From now on the height follows the commands at the product's rates, for tests of the order of events. */
  execute(): this {
    this.#isObedient = true;
    return this;
  }

  /** Lets the Kite climb or descend for a while, also without listeners. */
  fly(seconds: number): void {
    const { landedState = 'OnGround', altitudeM = 0 } = this.#kite ?? {};
    if (!this.#isObedient || this.#heading === undefined || this.#kite === undefined) return;
    const { toM, rateMps } = this.#heading;
    const stepM = Math.max(-rateMps * seconds, Math.min(rateMps * seconds, toM - altitudeM));
    const nextM = Math.round((altitudeM + stepM) * 1e6) / 1e6;
    const hasLanded = toM === 0 && nextM <= 0;
    this.#kite = {
      ...this.#kite,
      altitudeM: nextM,
      climbRateMps: stepM / seconds,
      landedState: nextM > 0 ? 'InAir' : hasLanded ? 'OnGround' : landedState,
    };
    if (hasLanded) this.#heading = undefined;
  }

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends the current values. */
  report(): void {
    const sample: AircraftSample = {
      timeUs: this.#clock.nowUs(),
      ...(this.#kite !== undefined && { kite: this.#kite }),
      ...(this.#payload !== undefined && { payload: this.#payload }),
      ...(this.#payload === undefined && this.#camera !== undefined && { camera: this.#camera }),
      groundStation: this.#groundStation,
      ...(this.#rooftopBox !== undefined && { rooftopBox: this.#rooftopBox }),
      ...(this.#remoteId !== undefined && { remoteId: this.#remoteId }),
    };
    for (const listener of [...this.#listeners]) listener(sample);
  }

  kite(change: Partial<KiteSample> | undefined): this {
    this.#kite = change === undefined ? undefined : { ...(this.#kite ?? GROUNDED_KITE), ...change };
    return this;
  }

  /** Removes a value from the reports of the Kite. */
  kiteWithout(field: 'altitudeM' | 'headingDeg' | 'gps' | 'batteryPercent' | 'climbRateMps' | 'windSpeedMps'): this {
    if (this.#kite === undefined) return this;
    const { [field]: _gone, ...rest } = this.#kite;
    this.#kite = rest;
    return this;
  }

  /** Sets the faults reported by the Kite. */
  kiteHazards(hazards: Partial<KiteHazards> = {}): this {
    return this.kite({ hazards: { ...NO_KITE_HAZARDS, ...hazards } });
  }

  /** Sets the faults reported by the Ground Station. */
  groundStationHazards(hazards: Partial<GroundStationHazards> = {}): this {
    return this.groundStation({ hazards: { ...NO_GROUND_STATION_HAZARDS, ...hazards } });
  }

  /** @param payload device in place of the camera; undefined for a camera */
  payload(payload: AircraftSample['payload']): this {
    this.#payload = payload;
    return this;
  }

  camera(change: Partial<CameraSample> | undefined): this {
    this.#camera = change === undefined ? undefined : { ...(this.#camera ?? READY_CAMERA), ...change };
    return this;
  }

  /** Removes a value from the reports of the camera. */
  cameraWithout(field: 'model' | 'panDeg' | 'tiltDeg' | 'rollDeg'): this {
    if (this.#camera === undefined) return this;
    const { [field]: _gone, ...rest } = this.#camera;
    this.#camera = rest;
    return this;
  }

  /** Removes a value from the reports of the Ground Station. */
  groundStationWithout(field: 'gps' | 'tether' | 'spoolTemperatureC' | 'kiteInCradle' | 'isMoving'): this {
    const { [field]: _gone, ...rest } = this.#groundStation;
    this.#groundStation = rest;
    return this;
  }

  groundStation(change: Partial<GroundStationSample>): this {
    this.#groundStation = { ...this.#groundStation, ...change };
    return this;
  }

  rooftopBox(change: Partial<RooftopBoxSample> | undefined): this {
    this.#rooftopBox = change === undefined ? undefined : { ...(this.#rooftopBox ?? READY_ROOFTOP_BOX), ...change };
    return this;
  }

  remoteId(selfTest: RemoteIdSample['selfTest']): this {
    this.#remoteId = { selfTest };
    return this;
  }

  takeOff(altitudeM: number): void {
    this.#asked(`takeOff(${altitudeM})`);
    this.#heading = { toM: altitudeM, rateMps: CLIMB_MPS };
  }
  setAltitude(altitudeM: number): void {
    this.#asked(`setAltitude(${altitudeM})`);
    this.#heading = { toM: altitudeM, rateMps: CLIMB_MPS };
  }
  holdAltitude(): void {
    this.#asked('holdAltitude()');
    this.#heading = undefined;
  }
  land(how: 'normal' | 'safety'): void {
    this.#asked(`land(${how})`);
    this.#heading = { toM: 0, rateMps: how === 'safety' ? SAFETY_MPS : CLIMB_MPS };
  }
  movePan(move: AxisMove): void {
    this.#asked(`movePan(${describeMove(move)})`);
  }
  moveTilt(move: AxisMove): void {
    this.#asked(`moveTilt(${describeMove(move)})`);
  }
  openLids(): void {
    this.#asked('openLids()');
  }
  closeLids(): void {
    this.#asked('closeLids()');
  }
  reset(): void {
    this.#asked('reset()');
  }

  #asked(request: Request): void {
    const isAgain = this.requests.findLast((earlier) => kind(earlier) === kind(request)) === request;
    if (!isAgain) this.requests.push(request);
  }
}

/** Subject of a command; the last command for a subject is in force. */
function kind(request: Request): string {
  const name = request.slice(0, request.indexOf('('));
  if (HEIGHT_REQUESTS.has(name)) return 'height';
  return name.endsWith('Lids') ? 'lids' : name;
}

function describeMove(move: AxisMove): string {
  if (move.kind === 'toAngle') return `toAngle ${move.angleDeg}`;
  return move.kind === 'atRate' ? `atRate ${move.rateDps} for ${move.durationS} s` : 'stop';
}
