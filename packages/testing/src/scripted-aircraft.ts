import {
  type Aircraft,
  type AircraftIdentity,
  type AircraftSample,
  type AxisMove,
  type CameraSample,
  type GpsPosition,
  type GroundStationSample,
  type KiteSample,
  NO_GROUND_STATION_HAZARDS,
  NO_KITE_HAZARDS,
  type RooftopBoxSample,
} from '@kitestring/station/ports/aircraft.ts';
import type { Cancel, Clock } from '@kitestring/station/ports/clock.ts';

export const ZURICH: GpsPosition = { latDeg: 47.3769, lonDeg: 8.5417, elevationM: 408, accuracyM: 0.8 };

export const GROUNDED_KITE: KiteSample = {
  contact: 'Grounded',
  altitudeM: 0,
  climbRateMps: 0,
  headingDeg: 0,
  turnedDeg: 0,
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

/** One request of the station to the aircraft, as text: `takeOff(1)`, `movePan(toAngle 180)`. */
export type Request = string;

/**
 * An aircraft that does nothing by itself: it records what it is asked to do and reports what the test says. For the
 * rules of the station; how a Kite flies is tested on the simulator.
 */
export class ScriptedAircraft implements Aircraft {
  readonly identity: AircraftIdentity = {
    simulated: true,
    kiteName: 'kite-scripted',
    remoteIdSerial: '1KSIM0000000001',
    boards: [{ board: 'ground-station', id: 'KS-GS-0001' }],
  };
  readonly requests: Request[] = [];
  readonly #clock: Clock;
  readonly #listeners = new Set<(sample: AircraftSample) => void>();
  #kite: KiteSample | undefined = GROUNDED_KITE;
  #camera: CameraSample | undefined = READY_CAMERA;
  #groundStation = READY_GROUND_STATION;
  #rooftopBox: RooftopBoxSample | undefined = READY_ROOFTOP_BOX;
  #remoteId: AircraftSample['remoteId'] = { selfTest: 'Passed' };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  onSample(listener: (sample: AircraftSample) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends what is set now. */
  report(): void {
    const sample: AircraftSample = {
      timeUs: this.#clock.nowUs(),
      ...(this.#kite !== undefined && { kite: this.#kite }),
      ...(this.#camera !== undefined && { camera: this.#camera }),
      groundStation: this.#groundStation,
      ...(this.#rooftopBox !== undefined && { rooftopBox: this.#rooftopBox }),
      remoteId: this.#remoteId,
    };
    for (const listener of [...this.#listeners]) listener(sample);
  }

  kite(change: Partial<KiteSample> | undefined): this {
    this.#kite = change === undefined ? undefined : { ...(this.#kite ?? GROUNDED_KITE), ...change };
    return this;
  }

  /** Takes a value away from what the Kite reports. */
  kiteWithout(field: 'altitudeM' | 'headingDeg' | 'gps' | 'batteryPercent'): this {
    if (this.#kite === undefined) return this;
    const { [field]: _gone, ...rest } = this.#kite;
    this.#kite = rest;
    return this;
  }

  camera(change: Partial<CameraSample> | undefined): this {
    this.#camera = change === undefined ? undefined : { ...(this.#camera ?? READY_CAMERA), ...change };
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

  remoteId(selfTest: AircraftSample['remoteId']['selfTest']): this {
    this.#remoteId = { selfTest };
    return this;
  }

  takeOff(altitudeM: number): void {
    this.requests.push(`takeOff(${altitudeM})`);
  }
  setAltitude(altitudeM: number): void {
    this.requests.push(`setAltitude(${altitudeM})`);
  }
  holdAltitude(): void {
    this.requests.push('holdAltitude()');
  }
  land(how: 'normal' | 'safety'): void {
    this.requests.push(`land(${how})`);
  }
  movePan(move: AxisMove): void {
    this.requests.push(`movePan(${describeMove(move)})`);
  }
  moveTilt(move: AxisMove): void {
    this.requests.push(`moveTilt(${describeMove(move)})`);
  }
  openLids(): void {
    this.requests.push('openLids()');
  }
  closeLids(): void {
    this.requests.push('closeLids()');
  }
  reset(): void {
    this.requests.push('reset()');
  }
}

function describeMove(move: AxisMove): string {
  if (move.kind === 'toAngle') return `toAngle ${move.angleDeg}`;
  return move.kind === 'atRate' ? `atRate ${move.rateDps} for ${move.durationS} s` : 'stop';
}
