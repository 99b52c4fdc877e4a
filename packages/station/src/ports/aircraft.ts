import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { Cancel } from './clock.ts';

/** A position by GPS, WGS 84. */
export interface GpsPosition {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Above mean sea level, metres. */
  readonly elevationM: number;
  /** Horizontal, metres, 1 sigma. */
  readonly accuracyM: number;
}

/** What the Kite finds wrong with itself, by its own monitors. All false is a healthy Kite. */
export interface KiteHazards {
  /** A motor does not follow its command. */
  readonly motorFailed: boolean;
  /** A motor gives less than it is asked for, and still flies. */
  readonly motorWeak: boolean;
  /** A sensor that flight depends on gives values that can't be true. */
  readonly sensorFault: boolean;
  /** Two ways of knowing where the Kite is disagree; it flies by the better one. */
  readonly estimationInconsistent: boolean;
  readonly secondaryAutopilotFailed: boolean;
}

export const NO_KITE_HAZARDS: KiteHazards = {
  motorFailed: false,
  motorWeak: false,
  sensorFault: false,
  estimationInconsistent: false,
  secondaryAutopilotFailed: false,
};

/** What the Ground Station's hardware finds wrong with itself and with the tether. All false is a healthy one. */
export interface GroundStationHazards {
  /** The supply is gone: Kite and winch run on their backup batteries. */
  readonly mainPowerLost: boolean;
  /** Power line or strength of the tether are not what they must be, or it is cut. */
  readonly tetherDamaged: boolean;
  readonly spoolStuck: boolean;
  /** The force sensor's readings can't be used; the winch goes by a model. */
  readonly forceSensorFault: boolean;
}

export const NO_GROUND_STATION_HAZARDS: GroundStationHazards = {
  mainPowerLost: false,
  tetherDamaged: false,
  spoolStuck: false,
  forceSensorFault: false,
};

/** The tether as the Ground Station measures it. */
export interface TetherSample {
  /** Out of the Ground Station, metres. */
  readonly lengthM: number;
  /** At the base, newton. Undefined while the sensor gives none. */
  readonly tensionN?: number;
  /** Of the tether at the base against the vertical, degrees. Undefined while the tension is too small to know it. */
  readonly angleDeg?: number;
}

/** What the Kite's own sensors say. A value that cannot be gathered is undefined, never 0 or NaN. */
export interface KiteSample {
  /** `Grounded` in its cradle with motors off; `Airborne` from motor start until motors are off again. */
  readonly contact: 'Grounded' | 'Airborne';
  /** Height above the Ground Station, metres, positive up, as estimated on board. */
  readonly altitudeM?: number;
  /** Metres per second, positive up. */
  readonly climbRateMps?: number;
  /** Degrees clockwise from North in [0, 360). Undefined while the magnetic field is disturbed. */
  readonly headingDeg?: number;
  /** The heading without wrapping at 360, degrees: grows clockwise; counts the turns since power-on. From the gyro, so it is there without a compass. */
  readonly turnedDeg: number;
  readonly gps?: GpsPosition;
  /** Backup battery. */
  readonly batteryPercent?: number;
  readonly batteryTemperatureC?: number;
  readonly batteryVoltageV?: number;
  /** At the Kite's end of the tether. */
  readonly supplyVoltageV?: number;
  /** Thrust, share of what the rotors can give at most, 0 to 1. */
  readonly thrustShare?: number;
  /** What a hover takes in a calm, share of the greatest thrust in the air of now; above 1 it does not suffice. */
  readonly hoverThrustShare?: number;
  /** Of the Kite against the horizon, degrees, at least 0. */
  readonly leanDeg?: number;
  /** Distance from over the Ground Station, metres, as estimated on board. */
  readonly driftM?: number;
  /** Hottest of motors and converters. */
  readonly temperatureC?: number;
  /** Wind at the Kite as estimated on board, metres per second. */
  readonly windSpeedMps?: number;
  readonly hazards: KiteHazards;
  /** The aircraft is coming down by a failsafe of its own, whatever the station asked for. */
  readonly failsafeLanding: boolean;
  /** A commanded change of heading or pan is still being carried out. */
  readonly isRotating: boolean;
}

export interface CameraSample {
  readonly model: CameraModel;
  readonly online: boolean;
  /** Azimuth of the optical axis, degrees from North, clockwise, without wrapping: consistent with `turnedDeg`. */
  readonly panDeg: number;
  /** Degrees below the horizon (positive is down). */
  readonly tiltDeg: number;
  readonly rollDeg: number;
  readonly isTilting: boolean;
}

export interface GroundStationSample {
  readonly gps?: GpsPosition;
  readonly batteryPercent?: number;
  readonly batteryTemperatureC?: number;
  readonly batteryVoltageV?: number;
  readonly inputVoltageV?: number;
  /** Of the vehicle that carries a Rooftop Box. */
  readonly vehicleVoltageV?: number;
  readonly spoolTemperatureC?: number;
  /** Undefined where nothing measures it. */
  readonly tether?: TetherSample;
  readonly hazards: GroundStationHazards;
  readonly isMoving: boolean;
  /** The Kite sits in its cradle, by the cradle's own switch. Undefined where there is none. */
  readonly kiteInCradle?: boolean;
}

export interface RooftopBoxSample {
  /** Travel of the lids by their limit switches; `Between` when neither end is reached. */
  readonly lids: 'Closed' | 'Between' | 'Opened';
  readonly safetyLandButtonPressed: boolean;
  readonly parkingBrakeEngaged: boolean;
}

/** Whether the transmitter of Remote ID works, by its own report. */
export interface RemoteIdSample {
  readonly selfTest: 'Running' | 'Passed' | 'Failed';
}

/** Everything an aircraft reports at one moment. A part that is missing is detached, off or silent. */
export interface AircraftSample {
  /** Time of measurement on the station's clock. */
  readonly timeUs: number;
  readonly kite?: KiteSample;
  readonly camera?: CameraSample;
  /** Nothing hangs below the Kite, or something that is no camera. Absent with a camera, and where it is not known. */
  readonly payload?: 'None' | 'Other';
  readonly groundStation: GroundStationSample;
  readonly rooftopBox?: RooftopBoxSample;
  readonly remoteId: RemoteIdSample;
}

/** What does not change while the aircraft is connected. */
export interface AircraftIdentity {
  /** True when no real rotor turns. The station says so wherever a person or a program could mistake it. */
  readonly simulated: boolean;
  readonly kiteName?: string;
  /** After ANSI/CTA-2063-A: four characters of the maker, one for the length of the rest, and the rest. */
  readonly remoteIdSerial: string;
  readonly boards: readonly { readonly board: string; readonly id: string }[];
}

/** A movement of one camera axis. */
export type AxisMove =
  /** Go to this angle (degrees, unwrapped as in the sample for pan) and stay. */
  | { readonly kind: 'toAngle'; readonly angleDeg: number }
  /** Turn at this rate (degrees per second, positive clockwise and down) for this time, then stop. */
  | { readonly kind: 'atRate'; readonly rateDps: number; readonly durationS: number }
  /** Stop at once, where it is. */
  | { readonly kind: 'stop' };

/**
 * What the station wants from an aircraft, simulated or real. A call asks; only samples report. The aircraft owns its
 * dynamics and failsafes; it carries out the last request of each kind and never refuses here. What cannot be carried
 * out shows in the samples. A request may be lost on the way to the Kite; the station then makes it again, so that a
 * request heard twice must do what it does heard once. Only `atRate` is never repeated.
 */
export interface Aircraft {
  readonly identity: AircraftIdentity;
  /** Calls back for each new sample, 20 per second of station time, and never from inside a call of another method. */
  onSample(listener: (sample: AircraftSample) => void): Cancel;
  /** Start the motors and climb to this height, metres. */
  takeOff(altitudeM: number): void;
  /** Go to this height (metres) at the normal rate and hold it. */
  setAltitude(altitudeM: number): void;
  /** Stop climbing or sinking, where it is. */
  holdAltitude(): void;
  /** Come down into the cradle and switch the motors off. `safety`: twice as fast, whatever else is asked. */
  land(how: 'normal' | 'safety'): void;
  /** Moves the camera's azimuth: the gimbal leads, the Kite follows until the gimbal is centred again. */
  movePan(move: AxisMove): void;
  /** Moves the camera's tilt, within the travel of the gimbal. */
  moveTilt(move: AxisMove): void;
  openLids(): void;
  closeLids(): void;
  /** Removes the reset lock that a safety landing leaves, so that the aircraft may start again. */
  reset(): void;
}
