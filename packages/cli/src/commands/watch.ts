import type { CliCommand } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const watch: CliCommand = {
  name: 'watch',
  summary: 'show the state of a station, live',
  details: ['In a terminal a live view; otherwise, or with --json, one line per change. Ctrl-C ends it.'],
  words: ['[URL]'],
  flags: { ...STATION_FLAGS, json: { description: 'Print each message as one line of JSON: topic, time, data.' } },
  run: async (args, context) => (await import('../watch/run-watch.ts')).runWatch(args, context),
};
