import type { CliCommand } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const clip: CliCommand = {
  name: 'clip',
  summary: 'save stretches of recordings as one MP4',
  details: [
    'RECORDING is an id, for the whole, or id@BEGIN..END, in seconds of its video or as times; either may be left out. id/FILE is another',
    'video than main.mp4. The pictures are copied, not encoded, with their telemetry.',
  ],
  words: ['RECORDING...'],
  flags: {
    ...STATION_FLAGS,
    out: { value: 'FILE', description: 'File to write; it must not exist.' },
    every: { value: 'SECONDS', description: 'A time-lapse of one picture of so many seconds, 1 to 3600.' },
  },
  examples: [
    'kitestring clip 20260616_132946_+0200@12.5..42 --out roof.mp4',
    'kitestring clip 20260616_132946_+0200@..10 20260616_140112_+0200/sub.mp4 --out both.mp4',
    'kitestring clip 20260616_132946_+0200 --every 10 --out lapse.mp4',
  ],
  run: async (args, context) => (await import('../clip/run-clip.ts')).runClip(args, context),
};
