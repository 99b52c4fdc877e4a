import { entries } from './entry.ts';

/** 80000 to 89999: the network and the API. */
export const NETWORK_AND_API_NOTIFICATIONS = entries({
  NETWORK_OVERLAP: {
    code: 80010,
    severity: 'Warning',
    message: 'Network conflict: the network of {interface} ({address}) overlaps the system’s own, 192.168.2.0/24.',
    system_reaction: 'None. Devices of the system may be unreachable.',
    instructions: 'Give the customer network addresses outside 192.168.2.0/24, or use the network mode Bridged.',
    parameters: [
      { name: 'interface', description: 'Network interface' },
      { name: 'address', description: 'Its address' },
    ],
  },
  CERTIFICATE_EXPIRES: {
    code: 80020,
    severity: 'Warning',
    message: 'TLS certificate expires {expires}.',
    system_reaction: 'A self-signed certificate is renewed automatically. One from a file is not.',
    instructions: 'Replace the certificate file; no restart is needed.',
    parameters: [{ name: 'expires', description: 'End of validity, RFC 3339' }],
  },
  PLUGIN_ERROR: {
    code: 80030,
    severity: 'Warning',
    message: 'The API client {plugin_name} reports an error: {text}',
    system_reaction: 'None.',
    instructions: 'See the documentation of that client.',
    parameters: [
      { name: 'plugin_name', description: 'Name of the plugin' },
      { name: 'text', description: 'Text that the plugin reports' },
    ],
  },
  TOO_MANY_WRONG_KEYS: {
    code: 80040,
    severity: 'Warning',
    message: 'Too many failed sign-ins from {address}.',
    system_reaction: 'Token requests and video sign-ins from this address are delayed increasingly.',
    instructions:
      'If this is your own client or player, correct its key or password. Otherwise check your network for intruders.',
    parameters: [{ name: 'address', description: 'Network address of the sign-ins' }],
  },
  DISABLED_PLUGIN_REQUESTED_TOKEN: {
    code: 80050,
    severity: 'Info',
    message: 'API client {plugin_name} requests access but is disabled.',
    system_reaction: 'It gets no token.',
    instructions: 'Enable it to grant access.',
    parameters: [{ name: 'plugin_name', description: 'Name of the plugin' }],
  },
  FIRST_KEY_IN_FILE: {
    code: 80060,
    severity: 'Info',
    message:
      'The first API key, which has all scopes, is still stored in its file on a station that is reachable from the network.',
    system_reaction: 'None.',
    instructions:
      'Give each client its own key with only the scopes it needs, store the first key safely, and delete the file api-key in the data folder.',
  },
  HUB_NOT_CONNECTED: {
    code: 80070,
    severity: 'Warning',
    message: 'Fleet hub not connected: {reason}.',
    system_reaction: 'None; the flight is not affected. Events are recorded on the station and sent later.',
    instructions: 'Check the network, the address hub.url and the enrolment of the station.',
    parameters: [{ name: 'reason', description: 'Cause' }],
  },
  HUB_JOURNAL_UNUSABLE: {
    code: 80071,
    severity: 'Warning',
    message: 'Records for the fleet hub not writable: {reason}.',
    system_reaction:
      'None; the flight is not affected. Samples are not recorded; events are held in memory, at most 1000.',
    instructions: 'Free disk space on the station, or have the disk checked. The station keeps retrying.',
    parameters: [{ name: 'reason', description: 'Cause' }],
  },
  HUB_CLOCK_DIFFERS: {
    code: 80072,
    severity: 'Warning',
    message: 'Station clock differs from the fleet hub: {difference} s.',
    system_reaction: 'None; the flight is not affected. Records carry the time of the station.',
    instructions: 'Set the clock of the station, or have the time source of station and hub checked.',
    parameters: [{ name: 'difference', description: 'Seconds by which the clock is ahead; negative when behind' }],
  },
});
