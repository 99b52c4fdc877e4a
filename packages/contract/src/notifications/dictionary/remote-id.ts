import type { DroneIdErrorCode } from '../../system/system-state.ts';
import { entries } from './entry.ts';

const REFUSED = 'Take-off is refused. A flight under way continues.';

/** 70000 to 79999: Remote ID, in the order of `DRONE_ID_ERROR_CODES`. */
export const REMOTE_ID_NOTIFICATIONS = entries({
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: {
    code: 70001,
    severity: 'Critical',
    message: 'Remote ID: regulatory mode unknown.',
    system_reaction: REFUSED,
    instructions: 'Set the regulatory mode of this installation.',
    parameters: [],
  },
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: {
    code: 70002,
    severity: 'Fatal',
    message: 'Remote ID: hardware does not support the regulatory mode.',
    system_reaction: REFUSED,
    instructions: 'Fly only where this mode does not apply, or have the transmitter replaced.',
    parameters: [],
  },
  REMOTE_ID_TX_FAILED: {
    code: 70003,
    severity: 'Critical',
    message: 'Remote ID: transmitter failed.',
    system_reaction: REFUSED,
    instructions: 'Land and restart the system. If the problem persists, have the transmitter checked.',
    parameters: [],
  },
  REMOTE_ID_TX_WRONG_WIFI_REGION: {
    code: 70004,
    severity: 'Critical',
    message: 'Remote ID: wrong radio region.',
    system_reaction: REFUSED,
    instructions: 'Set the radio region to the country of operation.',
    parameters: [],
  },
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: {
    code: 70005,
    severity: 'Critical',
    message: 'Remote ID: wrong transmission power.',
    system_reaction: REFUSED,
    instructions: 'Check the antenna, then restart the system.',
    parameters: [],
  },
  REMOTE_ID_TX_NOT_TRANSMITTING: {
    code: 70006,
    severity: 'Critical',
    message: 'Remote ID: not transmitting.',
    system_reaction: REFUSED,
    instructions: 'Land and restart the system.',
    parameters: [],
  },
  REMOTE_ID_TX_TRANSMITTING: {
    code: 70007,
    severity: 'Critical',
    message: 'Remote ID: transmitting although disabled.',
    system_reaction: REFUSED,
    instructions: 'Restart the system and check its regulatory mode.',
    parameters: [],
  },
  REMOTE_ID_TX_STALE: {
    code: 70008,
    severity: 'Critical',
    message: 'Remote ID: no status from the transmitter.',
    system_reaction: REFUSED,
    instructions: 'Wait a few seconds. If the problem persists, restart the system.',
    parameters: [],
  },
  REMOTE_ID_FW_INCOMPATIBLE: {
    code: 70009,
    severity: 'Critical',
    message: 'Remote ID: transmitter firmware incompatible.',
    system_reaction: REFUSED,
    instructions: 'Update the system.',
    parameters: [],
  },
  REMOTE_ID_NO_OPERATOR: {
    code: 70010,
    severity: 'Critical',
    message: 'Remote ID: no operator data.',
    system_reaction: REFUSED,
    instructions:
      'Request control with the regulatory mode US_REMOTE_ID_STANDARD, and renew the request during the flight.',
    parameters: [],
  },
  REMOTE_ID_DATA_STALE: {
    code: 70011,
    severity: 'Critical',
    message: 'Remote ID: position data stale.',
    system_reaction: REFUSED,
    instructions: 'Check the GPS of the Ground Station and of the Kite.',
    parameters: [],
  },
  REMOTE_ID_DATA_INACCURATE: {
    code: 70012,
    severity: 'Warning',
    message: 'Remote ID: position data inaccurate.',
    system_reaction: 'None. Flight is allowed.',
    instructions: 'Place the Ground Station with a clear view of the sky.',
    parameters: [],
  },
});

type WithoutPrefix<Code extends string> = Code extends `${'ERROR' | 'WARNING'}_${infer Rest}` ? Rest : never;
export type RemoteIdNotificationName = `REMOTE_ID_${WithoutPrefix<DroneIdErrorCode>}` &
  keyof typeof REMOTE_ID_NOTIFICATIONS;

/** The notification that goes with a Remote ID error. */
export const remoteIdNotification = (code: DroneIdErrorCode): RemoteIdNotificationName =>
  `REMOTE_ID_${code.replace(/^(?:ERROR|WARNING)_/, '')}` as RemoteIdNotificationName;
