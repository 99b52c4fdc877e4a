import {
  COPTER_MODE,
  MAV_AUTOPILOT,
  MAV_CMD,
  MAV_FRAME,
  MAV_PROTOCOL_CAPABILITY,
} from '@kitestring/mavlink-codec/enums.ts';
import { ARDUPILOT_PARAMETERS } from './ardupilot-parameters.ts';
import { COMMON_CAPABILITIES, GENERIC } from './generic.ts';
import type { Persona } from './persona.ts';

/** ArduCopter 4.7. */
export const ARDUPILOT: Persona = {
  ...GENERIC,
  name: 'ardupilot',
  autopilot: MAV_AUTOPILOT.ARDUPILOTMEGA,
  version: 0x04_07_00_ff,
  capabilities:
    COMMON_CAPABILITIES |
    MAV_PROTOCOL_CAPABILITY.PARAM_ENCODE_C_CAST |
    MAV_PROTOCOL_CAPABILITY.SET_POSITION_TARGET_GLOBAL_INT,
  modes: [
    // Its take-off is a part of GUIDED.
    { customMode: COPTER_MODE.GUIDED, name: 'GUIDED', mode: 'Hold' },
    { customMode: COPTER_MODE.LAND, name: 'LAND', mode: 'Land' },
    { customMode: COPTER_MODE.RTL, name: 'RTL', mode: 'Land' },
    { customMode: COPTER_MODE.BRAKE, name: 'BRAKE', mode: 'Hold' },
    { customMode: COPTER_MODE.LOITER, name: 'LOITER', mode: 'Hold' },
  ],
  unsupported: [MAV_CMD.DO_CHANGE_ALTITUDE],
  // Its camera is one of servos.
  denied: [MAV_CMD.SET_CAMERA_SOURCE],
  takeOffFrames: [MAV_FRAME.GLOBAL_RELATIVE_ALT, MAV_FRAME.GLOBAL_RELATIVE_ALT_INT],
  repositionYaw: 'Ignored',
  beyondLimits: 'FAILED',
  cannotArm: 'FAILED',
  cannotArmPrefix: 'Arm: ',
  disarmInFlight: 'FAILED',
  unknownInterval: { result: 'DENIED', text: 'No ap_message for mavlink id' },
  gimbal: { ...GENERIC.gimbal, deviceId: 1, yawFrame: 'Vehicle', ratesLast: true, takesMountControl: true },
  elsewhere: 'ACCEPTED',
  ordersCamera: true,
  parameters: ARDUPILOT_PARAMETERS,
};
