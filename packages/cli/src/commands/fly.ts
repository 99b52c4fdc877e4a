import type { CliCommand } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const fly: CliCommand = {
  name: 'fly',
  summary: 'fly a demonstration: take off, turn and return, tilt down, land',
  details: [
    'Works with any station of the published API. On any failure, and on Ctrl-C, the Kite lands.',
    'Exit status: 0 every step was completed; 1 one was not; 2 wrong usage; 3 no station there; 4 certificate not trusted;',
    '5 key refused; 6 another API answers there; 7 a version that is not known.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    altitude: { value: 'METRES', description: 'Target altitude. Default: 10.' },
    override: { description: 'Override the client in control (scope can_override).' },
    yes: { description: 'Do not ask for confirmation before a real aircraft takes off.' },
  },
  examples: ['kitestring fly', 'kitestring fly https://10.0.0.5 --pin sha256//... --altitude 20'],
  run: async (args, context) => (await import('../fly/run-fly.ts')).runFly(args, context),
};
