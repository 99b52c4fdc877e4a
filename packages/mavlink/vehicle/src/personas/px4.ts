import { MAV_AUTOPILOT, MAV_CMD, MAV_PROTOCOL_CAPABILITY } from '@kitestring/mavlink-codec/enums.ts';
import { COMMON_CAPABILITIES, GENERIC } from './generic.ts';
import type { Persona } from './persona.ts';
import { PX4_PARAMETERS } from './px4-parameters.ts';

/** Main mode and sub mode, as PX4 packs them. */
const packed = (main: number, sub: number): number => ((main << 16) | (sub << 24)) >>> 0;

const AUTO = 4;

/** PX4 1.16 to 1.18. */
export const PX4: Persona = {
  ...GENERIC,
  name: 'px4',
  autopilot: MAV_AUTOPILOT.PX4,
  version: 0x01_12_00_ff,
  capabilities: COMMON_CAPABILITIES | MAV_PROTOCOL_CAPABILITY.PARAM_ENCODE_BYTEWISE,
  modes: [
    { customMode: packed(AUTO, 3), name: 'Hold', mode: 'Hold' },
    { customMode: packed(AUTO, 2), name: 'Takeoff', mode: 'TakeOff' },
    { customMode: packed(AUTO, 6), name: 'Land', mode: 'Land' },
    { customMode: packed(AUTO, 5), name: 'Return', mode: 'Land' },
    { customMode: packed(6, 0), name: 'Offboard', mode: 'Unavailable' },
  ],
  customModeOf: packed,
  unsupported: [MAV_CMD.CONDITION_YAW, MAV_CMD.SET_CAMERA_SOURCE],
  silent: [
    ...[MAV_CMD.SET_CAMERA_ZOOM, MAV_CMD.SET_CAMERA_FOCUS, MAV_CMD.SET_CAMERA_MODE, MAV_CMD.DO_WINCH],
    ...[MAV_CMD.IMAGE_START_CAPTURE, MAV_CMD.IMAGE_STOP_CAPTURE],
    ...[MAV_CMD.VIDEO_START_CAPTURE, MAV_CMD.VIDEO_STOP_CAPTURE],
  ],
  altitudes: 'AlwaysAmsl',
  takeOffAltitude: 'Amsl',
  beyondLimits: 'ACCEPTED',
  cannotArmPrefix: 'Arming denied: ',
  disarmInFlight: 'TEMPORARILY_REJECTED',
  gimbal: {
    ...GENERIC.gimbal,
    needsConfigure: true,
    ignoresSetPitchYaw: true,
    losesEarthFlag: true,
    isSilentWhenOff: true,
  },
  elsewhere: 'ACCEPTED',
  hasOperatorControl: false,
  hasEvents: true,
  parameterEncoding: 'Bytes',
  parameters: PX4_PARAMETERS,
  textEnd: '\t',
};
