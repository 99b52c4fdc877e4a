import type { CliCommand } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const snapshot: CliCommand = {
  name: 'snapshot',
  summary: 'save a whole simulated station to a file',
  details: [
    'The file has the aircraft, the station with its store, and its time. kitestring serve --snapshot starts from it, as often as',
    'wanted. It holds hashes of keys, tokens and passwords: keep it as you keep the data folder.',
  ],
  words: ['[URL]'],
  flags: { ...STATION_FLAGS, out: { value: 'FILE', description: 'File to write; replaced if it exists.' } },
  examples: [
    'kitestring snapshot http://127.0.0.1:3128 --out hovering.snapshot',
    'kitestring serve --port 0 --snapshot hovering.snapshot',
  ],
  run: async (args, context) => (await import('../snapshot/run-snapshot.ts')).runSnapshot(args, context),
};
