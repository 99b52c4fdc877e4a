import { entries } from './entry.ts';

/** 80000 to 89999: the network and the API. */
export const NETWORK_AND_API_NOTIFICATIONS = entries({
  NETWORK_OVERLAP: {
    code: 80010,
    severity: 'Warning',
    message: 'The customer network overlaps the system’s own: {interface} has the address {address}.',
    system_reaction: 'None. Devices of the system may not be reached.',
    instructions: 'Move the customer network out of 192.168.2.0/24, or use the network mode Bridged.',
    parameters: [
      { name: 'interface', description: 'Network interface' },
      { name: 'address', description: 'Its address' },
    ],
  },
  CERTIFICATE_EXPIRES: {
    code: 80020,
    severity: 'Warning',
    message: 'The TLS certificate is valid until {expires}.',
    system_reaction: 'A certificate that the station made itself is renewed. One from a file stays as it is.',
    instructions: 'Put a new certificate in the place of the file; no restart is needed.',
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
      { name: 'text', description: 'What it says about it' },
    ],
  },
  TOO_MANY_WRONG_KEYS: {
    code: 80040,
    severity: 'Warning',
    message: 'Too many wrong API keys or passwords for video came from {address}.',
    system_reaction: 'Token requests and viewers from there are let in ever more slowly.',
    instructions:
      'If this is a client or a player of yours, correct its key or password. If not, look who is in your network.',
    parameters: [{ name: 'address', description: 'Network address they came from' }],
  },
  DISABLED_PLUGIN_ASKS: {
    code: 80050,
    severity: 'Info',
    message: 'The API client {plugin_name} asks for access, but is disabled.',
    system_reaction: 'It gets no token.',
    instructions: 'Enable it if you want it to have access.',
    parameters: [{ name: 'plugin_name', description: 'Name of the plugin' }],
  },
  FIRST_KEY_IN_FILE: {
    code: 80060,
    severity: 'Info',
    message: 'The first API key, which has all scopes, is still in its file on a station that others can reach.',
    system_reaction: 'None.',
    instructions:
      'Give each client a key of its own with the scopes that it needs, keep the first one in a safe place, and delete the file api-key in the data folder.',
    parameters: [],
  },
});
