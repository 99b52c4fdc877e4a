import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { COPTER_MODE, MAV_AUTOPILOT, MAV_MODE_FLAG, MAV_STATE, MAV_TYPE } from '@kitestring/mavlink-codec/enums.ts';

/** Firmware lines whose orders were seen in flight, and the plain one of the definitions. */
export type Firmware = 'ArduCopter' | 'PX4' | 'Generic';

export interface AutopilotVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** Present task of the autopilot, as far as the station must know it. */
export type FlightMode =
  /** Follows orders of a ground station. */
  | 'Guided'
  | 'TakingOff'
  | 'Landing'
  /** Flies back to its home, and lands there. */
  | 'Returning'
  /** Follows a pilot's sticks, or a mission. */
  | 'Other';

/** Those that fly like a Kite: they hover, and can hold an azimuth. */
const MULTIROTORS: readonly number[] = [
  MAV_TYPE.QUADROTOR,
  MAV_TYPE.COAXIAL,
  MAV_TYPE.HELICOPTER,
  MAV_TYPE.HEXAROTOR,
  MAV_TYPE.OCTOROTOR,
  MAV_TYPE.TRICOPTER,
  MAV_TYPE.DODECAROTOR,
  MAV_TYPE.DECAROTOR,
];

const FIRMWARE: Readonly<Record<number, Firmware>> = {
  [MAV_AUTOPILOT.ARDUPILOTMEGA]: 'ArduCopter',
  [MAV_AUTOPILOT.PX4]: 'PX4',
  [MAV_AUTOPILOT.GENERIC]: 'Generic',
};

type Heartbeat = MessageFields['HEARTBEAT'];

/**
 * The firmware line of a vehicle. Undefined for one that was never seen to obey: an order for its height could mean another height,
 * so that it gets none.
 */
export const firmwareOf = ({ autopilot, type }: Pick<Heartbeat, 'autopilot' | 'type'>): Firmware | undefined =>
  MULTIROTORS.includes(type) ? FIRMWARE[autopilot] : undefined;

/** Reads the number in AUTOPILOT_VERSION. Undefined where the autopilot sends 0. */
export function versionOf(flightSwVersion: number): AutopilotVersion | undefined {
  if (flightSwVersion === 0) return undefined;
  const byte = (shift: number) => (flightSwVersion >>> shift) & 0xff;
  return { major: byte(24), minor: byte(16), patch: byte(8) };
}

export function autopilotText(firmware: Firmware | undefined, version: AutopilotVersion | undefined): string {
  const name = firmware ?? 'an autopilot of an unknown kind';
  return version === undefined ? name : `${name} ${version.major}.${version.minor}.${version.patch}`;
}

export const isArmed = ({ base_mode }: Pick<Heartbeat, 'base_mode'>): boolean =>
  (base_mode & MAV_MODE_FLAG.SAFETY_ARMED) !== 0;

/** Its own monitors have found a failure, and it acts on that. */
export const isInFailsafe = ({ system_status }: Pick<Heartbeat, 'system_status'>): boolean =>
  system_status === MAV_STATE.CRITICAL || system_status === MAV_STATE.EMERGENCY;

const COPTER_MODES: Readonly<Record<number, FlightMode>> = {
  [COPTER_MODE.GUIDED]: 'Guided',
  [COPTER_MODE.LAND]: 'Landing',
  [COPTER_MODE.RTL]: 'Returning',
  [COPTER_MODE.SMART_RTL]: 'Returning',
};

/** Main and sub mode of PX4, `main * 16 + sub`. */
const PX4_MODES: Readonly<Record<number, FlightMode>> = {
  66: 'TakingOff',
  67: 'Guided',
  69: 'Returning',
  70: 'Landing',
};

export function flightMode(firmware: Firmware, { custom_mode, base_mode }: Heartbeat): FlightMode {
  if (firmware === 'ArduCopter') return COPTER_MODES[custom_mode] ?? 'Other';
  if (firmware === 'PX4') return PX4_MODES[((custom_mode >>> 16) & 0xff) * 16 + (custom_mode >>> 24)] ?? 'Other';
  // The plain definitions have no modes; a vehicle that takes orders of a ground station says so by this bit.
  return (base_mode & MAV_MODE_FLAG.GUIDED_ENABLED) !== 0 || !isArmed({ base_mode }) ? 'Guided' : 'Other';
}
