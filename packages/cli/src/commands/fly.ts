import type { Command } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const fly: Command = {
  name: 'fly',
  summary: 'fly a demonstration: up, once round and back, look down, land',
  details: [
    'Works with any station of the published API. Whatever goes wrong, and at Ctrl-C, the Kite lands.',
    'Ends with status 0 when every step was done, else 1.',
  ],
  words: [],
  flags: {
    ...STATION_FLAGS,
    altitude: { value: 'METRES', description: 'Where to climb to. Default: 10.' },
    override: { description: 'Take control from whoever has it (scope can_override).' },
    yes: { description: 'Do not ask before a real aircraft takes off.' },
  },
  examples: ['kitestring fly', 'kitestring fly --url https://10.0.0.5 --pin sha256//... --altitude 20'],
  run: async (args, context) => (await import('../fly/run-fly.ts')).runFly(args, context),
};
