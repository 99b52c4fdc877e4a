import type { CliCommand } from '../command.ts';
import { SERVICE_FLAGS } from '../settings-flags.ts';

export const replay: CliCommand = {
  name: 'replay',
  summary: 'serve a recording as a station',
  details: [
    'Serves the published API, the console and the topics from a file of kitestring record, at its pace. Commands are refused',
    'with REPLAY_READ_ONLY. Pause, speed, time and loop can be changed while it runs: the console, or /replay/v1.',
    'Of a damaged or unfinished file the readable part is used; one line says what is lost.',
    'Exit status: 0 stopped; 1 not possible now; 2 wrong usage; 3 the file cannot be opened; 4 it is not an MCAP file; 5 it is',
    'another MCAP file; 6 no state is in it; 7 it is of another version of the API; 8 it is damaged, and nothing is left.',
  ],
  words: ['FILE'],
  flags: {
    speed: { value: 'N', description: 'Multiple of the pace at which it was recorded, 0.1 to 1000. Default: 1.' },
    from: {
      value: 'TIME',
      description: 'Start: 90s, 30m or 2h after the start of the recording, or a time such as 2026-03-01T10:30:00Z.',
    },
    paused: { description: 'Start paused.' },
    loop: { description: 'Start again at the end; without it the replay pauses there.' },
    config: {
      value: 'FILE',
      description: 'YAML file of settings; KITESTRING_CONFIG. Settings of the aircraft have no effect.',
    },
    ...SERVICE_FLAGS,
  },
  examples: [
    'kitestring replay shift.mcap',
    'kitestring replay shift.mcap --speed 10 --from 2h --loop',
    'kitestring replay shift.mcap --paused --port 0',
  ],
  run: async (args, context) => (await import('../replay/run-replay.ts')).runReplay(args, context),
};
