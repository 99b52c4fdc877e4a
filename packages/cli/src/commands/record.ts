import type { CliCommand } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const record: CliCommand = {
  name: 'record',
  summary: 'record what a station publishes to an MCAP file',
  details: [
    'States, notifications, handoff, camera, recordings and the descriptions of the station, by the published API, until Ctrl-C.',
    'Works with any station. Lost connections are recorded; tokens, keys and passwords are not.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    out: { value: 'FILE', description: 'File to write; it must not exist.' },
    thumbnails: {
      value: 'SECONDS',
      description: 'Also record a picture of each video stream, with this interval in seconds, 1 to 3600.',
    },
    proxy: {
      value: 'PORT',
      description:
        'Also the requests of one client: a proxy at this port of this machine, which it uses in place of the station. 0 takes any free port.',
    },
    bodies: {
      description:
        'With --proxy: also JSON bodies, up to 16 KiB each, secrets masked; never those of sign-in and administration.',
    },
  },
  examples: [
    'kitestring record http://127.0.0.1:3128 --out shift.mcap',
    'kitestring record --out shift.mcap --thumbnails 60',
    'kitestring record http://10.0.0.5:3128 --out shift.mcap --proxy 4000 --bodies',
  ],
  run: async (args, context) => (await import('../record/run-record.ts')).runRecord(args, context),
};
