import { entries } from './entry.ts';

const REFUSED = 'Take-off is refused. A flight under way continues.';

const inhibits = (code: number, message: string, instructions: string) =>
  ({ code, severity: 'Critical', message: `Remote ID: ${message}`, system_reaction: REFUSED, instructions }) as const;

/** 70000 to 79999: Remote ID, in the order of `DRONE_ID_ERROR_CODES`. */
export const REMOTE_ID_NOTIFICATIONS = entries({
  REMOTE_ID_UNKNOWN_REGULATORY_MODE: inhibits(
    70001,
    'regulatory mode unknown.',
    'Set the regulatory mode of this installation.',
  ),
  REMOTE_ID_HARDWARE_VARIANT_UNSUITABLE: {
    code: 70002,
    severity: 'Fatal',
    message: 'Remote ID: hardware does not support the regulatory mode.',
    system_reaction: REFUSED,
    instructions: 'Fly only where this mode does not apply, or have the transmitter replaced.',
  },
  REMOTE_ID_TX_FAILED: inhibits(
    70003,
    'transmitter failed.',
    'Land and restart the system. If the problem persists, have the transmitter checked.',
  ),
  REMOTE_ID_TX_WRONG_WIFI_REGION: inhibits(
    70004,
    'wrong radio region.',
    'Set the radio region to the country of operation.',
  ),
  REMOTE_ID_TX_WRONG_TRANSMISSION_POWER: inhibits(
    70005,
    'wrong transmission power.',
    'Check the antenna, then restart the system.',
  ),
  REMOTE_ID_TX_NOT_TRANSMITTING: inhibits(70006, 'not transmitting.', 'Land and restart the system.'),
  REMOTE_ID_TX_TRANSMITTING: inhibits(
    70007,
    'transmitting although disabled.',
    'Restart the system and check its regulatory mode.',
  ),
  REMOTE_ID_TX_STALE: inhibits(
    70008,
    'no status from the transmitter.',
    'Wait a few seconds. If the problem persists, restart the system.',
  ),
  REMOTE_ID_FW_INCOMPATIBLE: inhibits(70009, 'transmitter firmware incompatible.', 'Update the system.'),
  REMOTE_ID_NO_OPERATOR: inhibits(
    70010,
    'no operator data.',
    'Request control with the regulatory mode US_REMOTE_ID_STANDARD, and renew the request during the flight.',
  ),
  REMOTE_ID_DATA_STALE: inhibits(70011, 'position data stale.', 'Check the GPS of the Ground Station and of the Kite.'),
  REMOTE_ID_DATA_INACCURATE: {
    code: 70012,
    severity: 'Warning',
    message: 'Remote ID: position data inaccurate.',
    system_reaction: 'None. Flight is allowed.',
    instructions: 'Place the Ground Station with a clear view of the sky.',
  },
});
