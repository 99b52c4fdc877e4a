import { RAD_PER_DEG, wrap360 } from '@kitestring/base/angles.ts';
import { COPTER_MODE, MAV_CMD, MAV_DO_REPOSITION_FLAGS, MAV_FRAME } from '@kitestring/mavlink-codec/enums.ts';
import type { MavlinkCommand, MavlinkIds } from '@kitestring/mavlink-link';
import type { Firmware } from '../autopilot.ts';

/*
 * Each order in the way of its autopilot, as it was seen in flight. The differences are dangerous: PX4 takes each height as one above
 * mean sea level, whatever frame is given, and accepts it; ArduCopter takes the height of a take-off as one above home.
 */

/** Nothing is ordered here. Only where the autopilots are known to take it: a mode with NaN ends ArduCopter. */
const KEEP = Number.NaN;
const DEFAULT_SPEED = -1;
/** Bit 0 of `DO_SET_MODE`: the second parameter is a mode of the autopilot's own. */
const CUSTOM_MODE = 1;

export interface Vehicle {
  readonly ids: MavlinkIds;
  readonly firmware: Firmware;
}

/** Where the Kite is to be held. */
export interface HoldPoint {
  readonly latE7: number;
  readonly lonE7: number;
  /** Above home. */
  readonly altitudeM: number;
  readonly homeAmslM: number;
  /** Absent: as it is. */
  readonly headingDeg?: number | undefined;
}

const long = ({ ids }: Vehicle, command: number, params: readonly number[]): MavlinkCommand => ({
  form: 'Long',
  target: ids,
  command,
  params,
});

/** The mode in which ArduCopter takes orders; the other autopilots change their mode by the orders themselves. */
export const guidedCommand = (vehicle: Vehicle): MavlinkCommand =>
  long(vehicle, MAV_CMD.DO_SET_MODE, [CUSTOM_MODE, COPTER_MODE.GUIDED]);

export const armCommand = (vehicle: Vehicle): MavlinkCommand => long(vehicle, MAV_CMD.COMPONENT_ARM_DISARM, [1]);

/** Without force: every autopilot refuses it in the air. */
export const disarmCommand = (vehicle: Vehicle): MavlinkCommand => long(vehicle, MAV_CMD.COMPONENT_ARM_DISARM, [0]);

export const landCommand = (vehicle: Vehicle): MavlinkCommand => long(vehicle, MAV_CMD.NAV_LAND, [0, 0, 0, KEEP]);

export function takeOffCommand(vehicle: Vehicle, { altitudeM, homeAmslM, latE7, lonE7 }: HoldPoint): MavlinkCommand {
  switch (vehicle.firmware) {
    case 'ArduCopter':
      return long(vehicle, MAV_CMD.NAV_TAKEOFF, [0, 0, 0, 0, 0, 0, altitudeM]);
    case 'PX4':
      return long(vehicle, MAV_CMD.NAV_TAKEOFF, [KEEP, KEEP, KEEP, KEEP, KEEP, KEEP, homeAmslM + altitudeM]);
    case 'Generic':
      return {
        form: 'Int',
        target: vehicle.ids,
        command: MAV_CMD.NAV_TAKEOFF,
        params: [0, 0, 0, KEEP],
        frame: MAV_FRAME.GLOBAL_RELATIVE_ALT,
        x: latE7,
        y: lonE7,
        z: altitudeM,
      };
  }
}

/** Goes there, and stays. */
export function goToCommand(vehicle: Vehicle, point: HoldPoint): MavlinkCommand {
  const { altitudeM, headingDeg, homeAmslM, latE7, lonE7 } = point;
  const { CHANGE_MODE } = MAV_DO_REPOSITION_FLAGS;
  const yawRad = headingDeg === undefined ? KEEP : wrap360(headingDeg) * RAD_PER_DEG;
  if (vehicle.firmware === 'PX4') {
    const params = [DEFAULT_SPEED, CHANGE_MODE, 0, yawRad, KEEP, KEEP, homeAmslM + altitudeM];
    return long(vehicle, MAV_CMD.DO_REPOSITION, params);
  }
  // ArduCopter turns by an order of its own.
  const params = [DEFAULT_SPEED, CHANGE_MODE, 0, vehicle.firmware === 'ArduCopter' ? KEEP : yawRad];
  return {
    form: 'Int',
    target: vehicle.ids,
    command: MAV_CMD.DO_REPOSITION,
    params,
    frame: MAV_FRAME.GLOBAL_RELATIVE_ALT_INT,
    x: latE7,
    y: lonE7,
    z: altitudeM,
  };
}

/** Stops where it is, also in a landing. @param point where it is now */
export function holdCommand(vehicle: Vehicle, point: HoldPoint): MavlinkCommand {
  return vehicle.firmware === 'PX4' ? holdInPlace(vehicle) : goToCommand(vehicle, point);
}

function holdInPlace(vehicle: Vehicle): MavlinkCommand {
  const { CHANGE_MODE } = MAV_DO_REPOSITION_FLAGS;
  return long(vehicle, MAV_CMD.DO_REPOSITION, [DEFAULT_SPEED, CHANGE_MODE, 0, KEEP, KEEP, KEEP, KEEP]);
}

/**
 * Stops a Kite whose autopilot reads heights otherwise than it should, by orders without a height; to be sent one after the other.
 * ArduCopter holds its place when it enters a mode, not when it is ordered to stay in one.
 */
export function stopCommands(vehicle: Vehicle): readonly MavlinkCommand[] {
  switch (vehicle.firmware) {
    case 'ArduCopter':
      return [long(vehicle, MAV_CMD.DO_SET_MODE, [CUSTOM_MODE, COPTER_MODE.BRAKE]), guidedCommand(vehicle)];
    case 'PX4':
      return [holdInPlace(vehicle)];
    case 'Generic':
      return [long(vehicle, MAV_CMD.DO_PAUSE_CONTINUE, [0])];
  }
}

/** The shorter way, which is the ordered one: each order is of less than half a turn. */
const SHORTER_WAY = 0;

/**
 * Turns to a heading that is less than half a turn away.
 *
 * Safety: no direction is named. ArduCopter measures it from its own set point, which is ahead of the nose in a turn: an order to stop
 * at the present heading, with the direction of the turn, would be a whole turn.
 * @param point where it is to stay meanwhile; only the orders of some autopilots have it
 * @param rateDps 0: as the autopilot does it by itself. PX4 has no other rate
 */
export function headingCommand(
  vehicle: Vehicle,
  point: HoldPoint & { readonly headingDeg: number },
  rateDps: number,
): MavlinkCommand {
  if (vehicle.firmware !== 'ArduCopter') return goToCommand(vehicle, point);
  return long(vehicle, MAV_CMD.CONDITION_YAW, [wrap360(point.headingDeg), rateDps, SHORTER_WAY, 0]);
}
