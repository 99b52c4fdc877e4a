import type { DroneIdErrorCode } from '../../system/system-state.ts';
import { entries } from './entry.ts';

const REFUSED = 'Take-off is refused. A flight that is under way goes on.';

/** 70000 to 79999: Remote ID, in the order of `DRONE_ID_ERROR_CODES`. */
export const REMOTE_ID_NOTIFICATIONS = entries({
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: {
    code: 70001,
    severity: 'Critical',
    message: 'The regulatory mode of Remote ID is not known.',
    system_reaction: REFUSED,
    instructions: 'Set the regulatory mode of this installation.',
    parameters: [],
  },
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: {
    code: 70002,
    severity: 'Fatal',
    message: 'This hardware cannot send Remote ID as the regulatory mode asks.',
    system_reaction: REFUSED,
    instructions: 'Fly this system only where the mode does not apply, or have the transmitter replaced.',
    parameters: [],
  },
  REMOTE_ID_TX_FAILED: {
    code: 70003,
    severity: 'Critical',
    message: 'The Remote ID transmitter has failed.',
    system_reaction: REFUSED,
    instructions: 'Land and restart the system. If it stays so, have the transmitter checked.',
    parameters: [],
  },
  REMOTE_ID_TX_WRONG_WIFI_REGION: {
    code: 70004,
    severity: 'Critical',
    message: 'The Remote ID transmitter is set to another radio region.',
    system_reaction: REFUSED,
    instructions: 'Set the radio region to the country you fly in.',
    parameters: [],
  },
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: {
    code: 70005,
    severity: 'Critical',
    message: 'The Remote ID transmitter does not send at the power it should.',
    system_reaction: REFUSED,
    instructions: 'Check the antenna, then restart the system.',
    parameters: [],
  },
  REMOTE_ID_TX_NOT_TRANSMITTING: {
    code: 70006,
    severity: 'Critical',
    message: 'Remote ID is not being sent.',
    system_reaction: REFUSED,
    instructions: 'Land and restart the system.',
    parameters: [],
  },
  REMOTE_ID_TX_TRANSMITTING: {
    code: 70007,
    severity: 'Critical',
    message: 'Remote ID is being sent although it is switched off.',
    system_reaction: REFUSED,
    instructions: 'Restart the system and check its regulatory mode.',
    parameters: [],
  },
  REMOTE_ID_TX_STALE: {
    code: 70008,
    severity: 'Critical',
    message: 'The Remote ID transmitter does not report.',
    system_reaction: REFUSED,
    instructions: 'Wait a few seconds. If it stays so, restart the system.',
    parameters: [],
  },
  REMOTE_ID_FW_INCOMPATIBLE: {
    code: 70009,
    severity: 'Critical',
    message: 'The firmware of the Remote ID transmitter does not fit this software.',
    system_reaction: REFUSED,
    instructions: 'Update the system.',
    parameters: [],
  },
  REMOTE_ID_NO_OPERATOR: {
    code: 70010,
    severity: 'Critical',
    message: 'Remote ID has no operator to send.',
    system_reaction: REFUSED,
    instructions: 'Request control with the regulatory mode US_REMOTE_ID_STANDARD, and repeat it while you fly.',
    parameters: [],
  },
  REMOTE_ID_DATA_STALE: {
    code: 70011,
    severity: 'Critical',
    message: 'The positions that Remote ID sends are too old.',
    system_reaction: REFUSED,
    instructions: 'Check the GPS of the Ground Station and of the Kite.',
    parameters: [],
  },
  REMOTE_ID_DATA_INACCURATE: {
    code: 70012,
    severity: 'Warning',
    message: 'The positions that Remote ID sends are not accurate.',
    system_reaction: 'None. Flying is allowed.',
    instructions: 'Give the Ground Station a free view of the sky.',
    parameters: [],
  },
});

type WithoutPrefix<Code extends string> = Code extends `${'ERROR' | 'WARNING'}_${infer Rest}` ? Rest : never;
export type RemoteIdNotificationName = `REMOTE_ID_${WithoutPrefix<DroneIdErrorCode>}` &
  keyof typeof REMOTE_ID_NOTIFICATIONS;

/** The notification that goes with a Remote ID error. */
export const remoteIdNotification = (code: DroneIdErrorCode): RemoteIdNotificationName =>
  `REMOTE_ID_${code.replace(/^(?:ERROR|WARNING)_/, '')}` as RemoteIdNotificationName;
