import { MAV_AUTOPILOT, MAV_PROTOCOL_CAPABILITY } from '@kitestring/mavlink-codec/enums.ts';
import { GENERIC_PARAMETERS } from './generic-parameters.ts';
import type { Persona } from './persona.ts';

const { COMMAND_INT, COMPONENT_IMPLEMENTS_GIMBAL_MANAGER, MAVLINK2, MISSION_INT, PARAM_ENCODE_C_CAST, PARAM_FLOAT } =
  MAV_PROTOCOL_CAPABILITY;

/** Capabilities of every persona. */
export const COMMON_CAPABILITIES =
  COMMAND_INT | COMPONENT_IMPLEMENTS_GIMBAL_MANAGER | MAVLINK2 | MISSION_INT | PARAM_FLOAT;

/** Take-off, hold, return and land of PX4, as modes of this persona. */
const SUB_MODES: Readonly<Record<number, number>> = { 2: 1, 3: 0, 5: 2, 6: 2 };

/** A vehicle as the definitions describe it, without modes of a certain autopilot. */
export const GENERIC: Persona = {
  name: 'generic',
  autopilot: MAV_AUTOPILOT.GENERIC,
  version: 0x00_01_00_ff,
  capabilities: COMMON_CAPABILITIES | PARAM_ENCODE_C_CAST,
  modes: [
    { customMode: 0, name: 'Hold', mode: 'Hold' },
    { customMode: 1, name: 'Take off', mode: 'TakeOff' },
    { customMode: 2, name: 'Land', mode: 'Land' },
  ],
  // Libraries that know no modes of it send those of PX4, which have a sub mode.
  customModeOf: (param2, param3) => (param3 > 0 ? (SUB_MODES[param3] ?? -1) : param2),
  unsupported: [],
  denied: [],
  silent: [],
  altitudes: 'ByFrame',
  takeOffAltitude: 'Relative',
  repositionYaw: 'Radians',
  beyondLimits: 'DENIED',
  cannotArm: 'TEMPORARILY_REJECTED',
  cannotArmPrefix: '',
  disarmInFlight: 'DENIED',
  unknownInterval: { result: 'UNSUPPORTED' },
  gimbal: {
    deviceId: 154,
    needsConfigure: false,
    ignoresSetPitchYaw: false,
    yawFrame: 'Earth',
    losesEarthFlag: false,
    ratesLast: false,
    isSilentWhenOff: false,
    takesMountControl: false,
  },
  elsewhere: 'DENIED',
  ordersCamera: false,
  hasOperatorControl: true,
  hasEvents: false,
  parameterEncoding: 'Values',
  parameters: GENERIC_PARAMETERS,
  textEnd: '',
};
