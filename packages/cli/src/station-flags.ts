import type { Flags } from './command.ts';
import { FOLDER_FLAGS } from './settings-flags.ts';

/** Flags by which every command that talks to a station finds it. */
export const STATION_FLAGS: Flags = {
  url: {
    value: 'URL',
    description: 'Where the station is; KITESTRING_URL. Default: this machine, at the port of the settings.',
  },
  key: {
    value: 'KEY',
    description:
      'API key; better as KITESTRING_API_KEY, which others on this machine cannot read. Default for a station on this machine: the first key, from its data folder.',
  },
  pin: { value: 'PIN', description: 'Public key of the station over HTTPS, sha256//..., as serve prints it.' },
  ca: { value: 'FILE', description: 'Certificate authority of the station, PEM.' },
  insecure: { description: 'Accept any certificate.' },
  ...FOLDER_FLAGS,
};
