import type { CliCommand } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const record: CliCommand = {
  name: 'record',
  summary: 'record what a station publishes to an MCAP file',
  details: [
    'States, notifications, handoff, camera, recordings and the descriptions of the station, by the published API, until Ctrl-C.',
    'Works with any station. Lost connections are in the recording. No token, key or password is.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    out: { value: 'FILE', description: 'File to write; it must not be there.' },
    thumbnails: {
      value: 'SECONDS',
      description: 'Also a picture of each video stream every so many seconds, 1 to 3600.',
    },
  },
  examples: [
    'kitestring record http://127.0.0.1:3128 --out shift.mcap',
    'kitestring record --out shift.mcap --thumbnails 60',
  ],
  run: async (args, context) => (await import('../record/run-record.ts')).runRecord(args, context),
};
