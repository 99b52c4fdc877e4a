import type { Command } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const watch: Command = {
  name: 'watch',
  summary: 'show the state of a station, live',
  details: ['In a terminal a picture that follows; elsewhere, or with --json, a line for each change. Ctrl-C ends it.'],
  words: [],
  flags: { ...STATION_FLAGS, json: { description: 'Print each message as one line of JSON: topic, time, data.' } },
  run: async (args, context) => (await import('../watch/run-watch.ts')).runWatch(args, context),
};
