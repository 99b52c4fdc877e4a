import type { Cancel } from '@kitestring/base/clock.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';
import type { PropellerModel } from '@kitestring/station-contract/system/system-info.ts';
import type { AircraftVideo } from './aircraft-video.ts';
import type { AircraftNote, AutopilotSettings } from './autopilot-report.ts';
import type { Capabilities } from './capabilities.ts';

/** A position by GPS, WGS 84. */
export interface GpsPosition {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Above mean sea level, metres. */
  readonly elevationM: number;
  /** Horizontal, metres, 1 sigma. */
  readonly accuracyM: number;
}

/** Failures that the Kite's own monitors report. All false: a healthy Kite. */
export const NO_KITE_HAZARDS = {
  /** A motor does not follow its command. */
  motorFailed: false,
  /** A motor gives less thrust than commanded, and the Kite still flies. */
  motorWeak: false,
  /** Implausible values from a sensor that is required for flight. */
  sensorFault: false,
  /** Two position sources disagree; the Kite uses the better one. */
  estimationInconsistent: false,
  secondaryAutopilotFailed: false,
};
export type KiteHazards = Readonly<typeof NO_KITE_HAZARDS>;

/** Failures that the hardware of the Ground Station reports about itself and the tether. All false: healthy. */
export const NO_GROUND_STATION_HAZARDS = {
  /** No mains supply: Kite and winch run on their backup batteries. */
  mainPowerLost: false,
  /** The tether's power line or strength is degraded, or it is cut. */
  tetherDamaged: false,
  spoolStuck: false,
  /** The force sensor's readings are unusable; the winch uses a model. */
  forceSensorFault: false,
};
export type GroundStationHazards = Readonly<typeof NO_GROUND_STATION_HAZARDS> & {
  /** Electronics on the ground that are not the aircraft's own are not heard. Absent without such. */
  readonly equipmentSilent?: boolean;
};

/** The tether as the Ground Station measures it. */
export interface TetherSample {
  /** Length paid out of the Ground Station, metres. */
  readonly lengthM: number;
  /** Tension at the base, newtons. Undefined without a reading. */
  readonly tensionN?: number;
  /**
   * Angle of the tether at the base to the vertical, degrees. Undefined while the tension is too small to measure it.
   */
  readonly angleDeg?: number;
}

/** Readings of the Kite's own sensors. An unknown value is undefined, never 0 or NaN. */
export interface KiteSample {
  /** `OnGround` in its cradle with motors off; `InAir` from motor start until motors are off again. */
  readonly landedState: 'OnGround' | 'InAir';
  /** Whether an autopilot of its own lets the motors run. Absent: nothing keeps them from it. */
  readonly isArmed?: boolean;
  /** Height above the Ground Station, metres, positive up, as estimated on board. */
  readonly altitudeM?: number;
  /** Metres per second, positive up. */
  readonly climbRateMps?: number;
  /** Degrees clockwise from North in [0, 360). Undefined while the magnetic field is disturbed. */
  readonly headingDeg?: number;
  /**
   * Heading without wrap at 360, degrees: increases clockwise; counts turns since power-on. From the gyro, so it is
   * valid without a compass.
   */
  readonly headingUnwrappedDeg: number;
  readonly gps?: GpsPosition;
  /** Backup battery. */
  readonly batteryPercent?: number;
  readonly batteryTemperatureC?: number;
  readonly batteryVoltageV?: number;
  /** Voltage at the Kite's end of the tether. */
  readonly supplyVoltageV?: number;
  /** Thrust as a share of the rotors' maximum, 0 to 1. */
  readonly thrustShare?: number;
  /**
   * Thrust of a hover in calm air, as a share of the maximum thrust at the present air density; above 1 the Kite
   * cannot hover.
   */
  readonly hoverThrustShare?: number;
  /** Tilt of the airframe: angle of its vertical axis from the vertical, degrees, at least 0. */
  readonly airframeTiltDeg?: number;
  /** Horizontal distance from the Ground Station, metres, as estimated on board. */
  readonly driftM?: number;
  /** Standard deviation of `driftM`, metres, where a satellite receiver measures it. Absent: small beside the limits of the drift. */
  readonly driftAccuracyM?: number;
  /** Hottest of motors and converters, degrees Celsius. */
  readonly temperatureC?: number;
  /** Wind at the Kite as estimated on board, metres per second. */
  readonly windSpeedMps?: number;
  /** Direction that the wind comes from, degrees clockwise from North in [0, 360). Undefined where none is measured. */
  readonly windFromDeg?: number;
  readonly hazards: KiteHazards;
  /** The aircraft is landing by its own failsafe, independent of the station's commands. */
  readonly failsafeLanding: boolean;
  /** A commanded change of heading or pan is in progress. */
  readonly isRotating: boolean;
  /** A pilot or another ground station flies it. They always win. */
  readonly isFlownElsewhere?: boolean;
  /** Settings of its autopilot, judged for a tether. Absent where its failsafes are built in. */
  readonly settings?: AutopilotSettings;
}

export interface CameraSample {
  /** Absent for a camera that is none of the published models. */
  readonly model?: CameraModel;
  readonly online: boolean;
  /**
   * Azimuth of the optical axis, degrees from North, clockwise, without wrapping: consistent with `headingUnwrappedDeg`.
   * Undefined, as are the other angles, where nothing measures it or its frame is unknown.
   */
  readonly panDeg?: number;
  /** Degrees below the horizon (positive is down). */
  readonly tiltDeg?: number;
  readonly rollDeg?: number;
  readonly isTilting: boolean;
}

export interface GroundStationSample {
  readonly gps?: GpsPosition;
  readonly batteryPercent?: number;
  readonly batteryTemperatureC?: number;
  readonly batteryVoltageV?: number;
  readonly inputVoltageV?: number;
  /** Supply voltage of the vehicle that carries the Rooftop Box. */
  readonly vehicleVoltageV?: number;
  readonly spoolTemperatureC?: number;
  /** Undefined where nothing measures it. */
  readonly tether?: TetherSample;
  readonly hazards: GroundStationHazards;
  /** Undefined where nothing measures it. */
  readonly isMoving?: boolean;
  /** The Kite is in its cradle, by the cradle's own switch. Undefined where there is none. */
  readonly kiteInCradle?: boolean;
}

/** Parts of a box; one that is not fitted is absent. */
export interface RooftopBoxSample {
  /** Travel of the lids by their limit switches; `Between` when neither end is reached. */
  readonly lids?: 'Closed' | 'Between' | 'Opened';
  readonly safetyLandButtonPressed?: boolean;
  readonly parkingBrakeEngaged?: boolean;
}

/** Self-test report of the Remote ID transmitter. */
export interface RemoteIdSample {
  readonly selfTest: 'Running' | 'Passed' | 'Failed';
}

/** Everything that an aircraft reports at one moment. A detached, switched-off or silent part is absent. */
export interface AircraftSample {
  /** Time of measurement on the station's clock. */
  readonly timeUs: number;
  readonly kite?: KiteSample;
  /** Time of measurement of Kite and camera on the station's clock, where their link delays them; absent: `timeUs`. */
  readonly kiteUs?: number;
  /**
   * Part of the packets of the Kite that were lost in the last seconds, 0 to 1, where they are numbered. Absent: each sample without
   * data of the Kite is one that was lost.
   */
  readonly lostShare?: number;
  readonly camera?: CameraSample;
  /** No payload below the Kite, or one that is no camera. Absent with a camera, and when unknown. */
  readonly payload?: 'None' | 'Other';
  readonly groundStation: GroundStationSample;
  readonly rooftopBox?: RooftopBoxSample;
  readonly remoteId?: RemoteIdSample;
}

/** Identity of an aircraft; constant while it is connected. */
export interface AircraftIdentity {
  /** True for an aircraft without real rotors. The station shows it wherever it could be mistaken for a real one. */
  readonly simulated: boolean;
  readonly kiteName?: string;
  /** Absent where they are none of the published models. */
  readonly propellerModel?: PropellerModel;
  /**
   * ANSI/CTA-2063-A: four characters of the manufacturer, one for the length of the rest, and the rest. Absent without
   * Remote ID.
   */
  readonly remoteIdSerial?: string;
  readonly boards: readonly { readonly board: string; readonly id: string }[];
}

/** Link to a real aircraft. */
export interface AircraftLinkState {
  readonly address?: string;
  /** Autopilot with its version; absent before it was heard. */
  readonly autopilot?: string;
  readonly isHeard: boolean;
  /** Part of its packets that were lost in the last seconds, 0 to 1; undefined while too few have come. */
  readonly lostShare?: number;
  readonly signing?: LinkSigningState;
}

/** Signing of a link, as measured in each direction. */
export interface LinkSigningState {
  /** `Required`: the aircraft has ignored an order without a signature. `Optional`: it has answered one. */
  readonly sent: 'Unsigned' | 'Signed' | 'Required' | 'Optional';
  /** `NotVerified`: signed, and the station has no key. `Refused`: unsigned, or with another key. */
  readonly received: 'Nothing' | 'Unsigned' | 'NotVerified' | 'Signed' | 'Refused';
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
 * The aircraft as the station needs it, simulated or real. Methods request; only samples report. The aircraft owns its
 * dynamics and failsafes; it executes the last request of each kind and never refuses here. A request that cannot be
 * executed shows in the samples. A request may be lost on the way to the Kite; the station then repeats it, so a
 * request received twice must have the same effect as once. Only `atRate` is never repeated.
 */
export interface Aircraft {
  readonly identity: AircraftIdentity;
  /** Its parts as far as they are known now: a real aircraft tells them by and by. The station orders nothing else. */
  readonly capabilities: Capabilities;
  /** Absent where there is no link: the aircraft is simulated. */
  readonly link?: AircraftLinkState | undefined;
  /** Absent where the pictures are made by the station. */
  readonly video?: AircraftVideo | undefined;
  /**
   * Calls back for each new sample, at the rate of its link: 4 to 20 per second of station time, and never from within
   * another method.
   */
  onSample(listener: (sample: AircraftSample) => void): Cancel;
  /** Calls back for each message of its autopilot. Absent where there are none. */
  onNote?(listener: (note: AircraftNote) => void): Cancel;
  /** Starts the motors and climbs to this height, metres. */
  takeOff(altitudeM: number): void;
  /** Goes to this height (metres) at the normal rate and holds it. */
  setAltitude(altitudeM: number): void;
  /** Stops climbing or descending. */
  holdAltitude(): void;
  /** Lands in the cradle and stops the motors. `safety`: faster where it can, and not abortable. */
  land(how: 'normal' | 'safety'): void;
  /** Moves the camera's azimuth. With a pan gimbal it leads, and the Kite follows until it is centred again. */
  movePan(move: AxisMove): void;
  /** Moves the camera's tilt, within the travel of the gimbal. */
  moveTilt(move: AxisMove): void;
  openLids(): void;
  closeLids(): void;
  /** Releases the lock after a safety landing, so that the aircraft may start again. */
  reset(): void;
}
