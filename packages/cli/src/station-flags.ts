import type { Flags } from './command.ts';
import { FOLDER_FLAGS } from './settings-flags.ts';

/** Flags by which every command on a station finds it. */
export const STATION_FLAGS: Flags = {
  url: {
    value: 'URL',
    description: 'URL of the station; KITESTRING_URL. Default: this machine, at the configured port.',
  },
  key: {
    value: 'KEY',
    description:
      'API key; preferably as KITESTRING_API_KEY, which other users of this machine cannot read. Default for a station on this machine: the first key, from its data folder.',
  },
  pin: { value: 'PIN', description: 'Public key of the station for HTTPS, sha256//..., as printed by serve.' },
  ca: { value: 'FILE', description: 'Certificate authority of the station, PEM.' },
  insecure: { description: 'Accept any certificate.' },
  ...FOLDER_FLAGS,
};
