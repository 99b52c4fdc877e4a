import type { Message, MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_LANDED_STATE, MAV_ODID_ARM_STATUS } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkIds } from '@kitestring/mavlink-link';
import {
  type AircraftSample,
  type AutopilotSettings,
  type CameraSample,
  type KiteSample,
  NO_GROUND_STATION_HAZARDS,
  NO_KITE_HAZARDS,
} from '@kitestring/station-core/ports';
import { type Firmware, type FlightMode, flightMode, isArmed, isInFailsafe } from '../autopilot.ts';
import { Batteries, type BatteryIds } from './batteries.ts';
import { type GimbalReading, GimbalReadings } from './gimbal-reading.ts';
import { LatestMessages } from './latest-messages.ts';
import {
  batteryOfSystem,
  distanceM,
  FURTHEST_M,
  gpsOf,
  hasMotorFault,
  hasSensorFault,
  heading,
  serial,
  tetherOf,
  tiltOf,
} from './readings.ts';
import { UnwrappedHeading } from './unwrapped-heading.ts';

type Home = MessageFields['HOME_POSITION'];

/** A message is overtaken by less; a clock that jumps further back has started again. */
const LATE_MS = 2000;

/** State of the driver's own orders. */
interface DriverView {
  /** It turns the Kite at present. */
  readonly isRotating: boolean;
  /** It tilts the camera at present. */
  readonly isTilting: boolean;
  /** It has ordered the landing. */
  readonly hasOrderedLanding: boolean;
  /** A pilot or another ground station flies. */
  readonly isFlownElsewhere: boolean;
  /** A camera has described itself. */
  readonly hasCamera: boolean;
  readonly settings: AutopilotSettings;
}

/** Where the vehicle is, for orders that need it. */
export interface VehiclePosition {
  readonly latE7: number;
  readonly lonE7: number;
  readonly altitudeM: number;
  readonly climbRateMps: number;
  /** Height of its home above mean sea level. */
  readonly homeAmslM: number;
  readonly headingDeg: number | undefined;
}

/** Messages of one vehicle become samples. A value that is not sent, not known or too old is absent. */
export class VehicleTelemetry {
  readonly #latest = new LatestMessages();
  readonly #heading = new UnwrappedHeading();
  readonly #gimbal = new GimbalReadings();
  readonly batteries: Batteries;
  readonly #vehicle: MavlinkIds;
  readonly #firmware: Firmware;
  /** Time since its start of the newest message of each kind, milliseconds. */
  readonly #bootMs = new Map<string, number>();
  #anchor: Home | undefined;
  #remoteIdSerial: string | undefined;
  #kiteUs = 0;
  #sampledKiteUs = 0;

  constructor(vehicle: MavlinkIds, firmware: Firmware, batteryIds: BatteryIds = {}) {
    this.batteries = new Batteries(batteryIds);
    this.#vehicle = vehicle;
    this.#firmware = firmware;
  }

  take(message: Message, nowUs: number): void {
    if (message.system !== this.#vehicle.system) return;
    const isOfGimbal = message.name === 'GIMBAL_DEVICE_ATTITUDE_STATUS';
    // A winch or a Remote ID transmitter may be a component of its own.
    const isOfPart = message.name === 'WINCH_STATUS' || message.name.startsWith('OPEN_DRONE_ID_');
    if (message.component !== this.#vehicle.component && !isOfGimbal && !isOfPart) return;
    if (this.#isLate(message)) return;
    this.#latest.take(message, nowUs);
    if (isOfGimbal) this.#gimbal.take(message.fields, this.#heading.deg, nowUs);
    else if (message.name === 'OPEN_DRONE_ID_BASIC_ID') this.#remoteIdSerial ??= serial(message.fields);
    else if (message.name === 'ATTITUDE') this.#heading.take(message.fields.yaw);
    else if (message.name === 'BATTERY_STATUS') this.batteries.take(message.fields, nowUs);
    if (!isOfPart) this.#kiteUs = nowUs;
  }

  /** A newer one of its kind has overtaken it. */
  #isLate({ component, fields, name }: Message): boolean {
    const bootMs = 'time_boot_ms' in fields ? fields.time_boot_ms : undefined;
    if (bootMs === undefined) return false;
    const key = `${component} ${name}`;
    const lateMs = (this.#bootMs.get(key) ?? 0) - bootMs;
    if (lateMs > 0 && lateMs < LATE_MS) return true;
    this.#bootMs.set(key, bootMs);
    return false;
  }

  /** The vehicle has restarted: its home and batteries are those of before. */
  forget(): void {
    this.#latest.clear();
    this.batteries.clear();
    this.#anchor = undefined;
  }

  heartbeat(nowUs: number): MessageFields['HEARTBEAT'] | undefined {
    return this.#latest.get('HEARTBEAT', nowUs);
  }

  /** Serial number that its Remote ID transmits; undefined while none was heard. */
  get remoteIdSerial(): string | undefined {
    return this.#remoteIdSerial;
  }

  /** A winch has told its line. */
  get hasWinch(): boolean {
    return this.#latest.atUs('WINCH_STATUS') > 0;
  }

  /** When the newest heartbeat came, microseconds. */
  get heartbeatUs(): number {
    return this.#latest.atUs('HEARTBEAT');
  }

  mode(nowUs: number): FlightMode | undefined {
    const heartbeat = this.heartbeat(nowUs);
    return heartbeat === undefined ? undefined : flightMode(this.#firmware, heartbeat);
  }

  isArmed(nowUs: number): boolean | undefined {
    const heartbeat = this.heartbeat(nowUs);
    return heartbeat === undefined ? undefined : isArmed(heartbeat);
  }

  /** System id of the ground station that is in control, where the autopilot says so. */
  controllingSystem(nowUs: number): number | undefined {
    const { gcs_main = 0 } = this.#latest.get('CONTROL_STATUS', nowUs) ?? {};
    return gcs_main === 0 ? undefined : gcs_main;
  }

  /** Where it has taken off, or will. */
  home(nowUs: number): MessageFields['HOME_POSITION'] | undefined {
    return this.#latest.get('HOME_POSITION', nowUs);
  }

  /** Undefined while position or home is not known: no height can be ordered then. */
  position(nowUs: number): VehiclePosition | undefined {
    const position = this.#latest.get('GLOBAL_POSITION_INT', nowUs);
    const home = this.#latest.get('HOME_POSITION', nowUs);
    if (position === undefined || home === undefined || !isNear(position, home)) return undefined;
    return {
      latE7: position.lat,
      lonE7: position.lon,
      altitudeM: position.relative_alt / 1000,
      climbRateMps: -position.vz / 100,
      homeAmslM: home.altitude / 1000,
      headingDeg: heading(position),
    };
  }

  /** Distance by which home was moved since the take-off, metres. */
  homeMovedM(nowUs: number): number {
    const home = this.#latest.get('HOME_POSITION', nowUs);
    if (home === undefined || this.#anchor === undefined) return 0;
    const { altitude, latitude: lat, longitude: lon } = home;
    return Math.hypot(distanceM({ lat, lon }, this.#anchor), (altitude - this.#anchor.altitude) / 1000);
  }

  gimbal(nowUs: number): GimbalReading | undefined {
    const isHeard = this.#latest.get('GIMBAL_DEVICE_ATTITUDE_STATUS', nowUs) !== undefined;
    return isHeard ? this.#gimbal.latest : undefined;
  }

  get headingUnwrappedDeg(): number | undefined {
    return this.#heading.deg;
  }

  /** The motors run, or it is in the air. Undefined while nothing says so. */
  landedState(nowUs: number): KiteSample['landedState'] | undefined {
    const armed = this.isArmed(nowUs);
    if (armed === undefined) return undefined;
    const { landed_state = MAV_LANDED_STATE.UNDEFINED } = this.#latest.get('EXTENDED_SYS_STATE', nowUs) ?? {};
    const { IN_AIR, LANDING, TAKEOFF } = MAV_LANDED_STATE;
    const isUp = landed_state === IN_AIR || landed_state === LANDING || landed_state === TAKEOFF;
    return armed || isUp ? 'InAir' : 'OnGround';
  }

  /** It stands, by its own estimate; the motors may run. */
  isOnGround(nowUs: number): boolean {
    return this.#latest.get('EXTENDED_SYS_STATE', nowUs)?.landed_state === MAV_LANDED_STATE.ON_GROUND;
  }

  /** @param nowUs time of the sample. Data of the Kite are in it only if some have come since the sample before */
  sample(nowUs: number, driver: DriverView): AircraftSample {
    const hasNews = this.#kiteUs > this.#sampledKiteUs;
    const kite = hasNews ? this.#kite(nowUs, driver) : undefined;
    const gimbal = this.gimbal(nowUs);
    const camera = gimbal === undefined ? (driver.hasCamera ? FIXED_CAMERA : undefined) : cameraOf(gimbal, driver);
    this.#sampledKiteUs = this.#kiteUs;
    const winch = this.#latest.get('WINCH_STATUS', nowUs);
    const tether = winch === undefined ? undefined : tetherOf(winch);
    return {
      timeUs: nowUs,
      ...(kite !== undefined && { kite, kiteUs: this.#kiteUs }),
      ...(kite !== undefined && camera !== undefined && { camera }),
      groundStation: {
        hazards: NO_GROUND_STATION_HAZARDS,
        ...(tether !== undefined && { tether }),
      },
      ...this.#remoteId(nowUs),
    };
  }

  #kite(
    nowUs: number,
    { hasOrderedLanding, isFlownElsewhere, isRotating, settings }: DriverView,
  ): KiteSample | undefined {
    const landedState = this.landedState(nowUs);
    const heartbeat = this.heartbeat(nowUs);
    const headingUnwrappedDeg = this.#heading.deg;
    if (landedState === undefined || heartbeat === undefined || headingUnwrappedDeg === undefined) return undefined;
    const mode = flightMode(this.#firmware, heartbeat);
    const comesDown = mode === 'Landing' || mode === 'Returning';
    return {
      landedState,
      isArmed: this.isArmed(nowUs) === true,
      headingUnwrappedDeg,
      ...this.#place(nowUs),
      ...this.#battery(nowUs),
      ...this.#air(nowUs),
      hazards: this.#hazards(nowUs),
      failsafeLanding: isInFailsafe(heartbeat) && landedState === 'InAir' && comesDown && !hasOrderedLanding,
      isRotating,
      isFlownElsewhere,
      settings,
    };
  }

  #place(nowUs: number): Partial<KiteSample> {
    const position = this.#latest.get('GLOBAL_POSITION_INT', nowUs);
    if (position === undefined) return {};
    const home = this.#latest.get('HOME_POSITION', nowUs);
    const headingDeg = heading(position);
    const gps = gpsOf(position, this.#latest.get('GPS_RAW_INT', nowUs));
    return {
      climbRateMps: -position.vz / 100,
      // Without a home the relative altitude has no meaning.
      ...(home !== undefined &&
        isNear(position, home) && {
          altitudeM: position.relative_alt / 1000,
          driftM: distanceM(position, this.#anchorOf(home, nowUs)),
        }),
      ...(headingDeg !== undefined && { headingDeg }),
      ...(gps !== undefined && { gps, driftAccuracyM: gps.accuracyM }),
    };
  }

  /** The line ends where the Kite took off; home may be set again in flight, and the drift must not jump. */
  #anchorOf(home: Home, nowUs: number): Home {
    const { landed_state } = this.#latest.get('EXTENDED_SYS_STATE', nowUs) ?? {};
    const { IN_AIR, LANDING, TAKEOFF } = MAV_LANDED_STATE;
    const isUp = landed_state === IN_AIR || landed_state === LANDING || landed_state === TAKEOFF;
    if (!isUp || this.#anchor === undefined) this.#anchor = home;
    return this.#anchor;
  }

  #battery(nowUs: number): Partial<KiteSample> {
    const batteries = this.batteries.state(nowUs);
    if (batteries !== undefined) return batteries;
    const status = this.#latest.get('SYS_STATUS', nowUs);
    return status === undefined ? {} : batteryOfSystem(status);
  }

  #air(nowUs: number): Partial<KiteSample> {
    const attitude = this.#latest.get('ATTITUDE', nowUs);
    const airframeTiltDeg = attitude === undefined ? undefined : tiltOf(attitude);
    const { direction, speed } = this.#latest.get('WIND', nowUs) ?? {};
    const isWindKnown = Number.isFinite(direction) && Number.isFinite(speed);
    return {
      ...(airframeTiltDeg !== undefined && { airframeTiltDeg }),
      ...(isWindKnown && { windSpeedMps: speed as number, windFromDeg: (((direction as number) % 360) + 360) % 360 }),
    };
  }

  #hazards(nowUs: number): KiteSample['hazards'] {
    const status = this.#latest.get('SYS_STATUS', nowUs);
    if (status === undefined) return NO_KITE_HAZARDS;
    return { ...NO_KITE_HAZARDS, sensorFault: hasSensorFault(status), motorFailed: hasMotorFault(status) };
  }

  #remoteId(nowUs: number): Pick<AircraftSample, 'remoteId'> {
    const arm = this.#latest.get('OPEN_DRONE_ID_ARM_STATUS', nowUs);
    if (arm === undefined) return this.#remoteIdSerial === undefined ? {} : { remoteId: { selfTest: 'Running' } };
    return { remoteId: { selfTest: arm.status === MAV_ODID_ARM_STATUS.GOOD_TO_ARM ? 'Passed' : 'Failed' } };
  }
}

/** Nothing says where it points. */
const FIXED_CAMERA: CameraSample = { online: true, isTilting: false };

/** Within any tether, so that neither place is damaged. */
const isNear = (position: MessageFields['GLOBAL_POSITION_INT'], home: MessageFields['HOME_POSITION']): boolean =>
  Math.abs(position.relative_alt) / 1000 <= FURTHEST_M && distanceM(position, home) <= FURTHEST_M;

const cameraOf = (
  { azimuthDeg, isTilting, pitchDeg, rollDeg }: GimbalReading,
  driver: Pick<DriverView, 'isTilting'>,
): CameraSample => ({
  online: true,
  ...(azimuthDeg !== undefined && { panDeg: azimuthDeg }),
  tiltDeg: -pitchDeg,
  rollDeg,
  isTilting: isTilting || driver.isTilting,
});
