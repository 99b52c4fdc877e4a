import { type CliCommand, JSON_FLAG } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const watch: CliCommand = {
  name: 'watch',
  summary: 'show the state of a station, live',
  details: [
    'In a terminal a live view; otherwise one line per change; with --json, one per message: topic, time, data. Ctrl-C ends it.',
  ],
  words: ['[URL]'],
  flags: { ...STATION_FLAGS, ...JSON_FLAG },
  run: async (args, context) => (await import('../watch/run-watch.ts')).runWatch(args, context),
};
