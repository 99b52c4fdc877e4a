import type { Command } from '../command.ts';
import { FOLDER_FLAGS } from '../settings-flags.ts';

export const erase: Command = {
  name: 'erase',
  summary: 'erase flights, recordings, notifications and names of operators',
  details: [
    'Erases what the data folder has about people and places: flight logs, recordings, notifications and sessions with',
    'their names. Plugins, the audit log and the certificate stay. Stop the station first. Leaves a receipt, erased-*.json.',
  ],
  words: [],
  flags: {
    yes: { description: 'Do not ask.' },
    json: { description: 'Print the receipt as JSON, for scripts.' },
    ...FOLDER_FLAGS,
  },
  examples: ['kitestring erase', 'kitestring erase --yes --json'],
  run: async (args, context) => (await import('../erase/run-erase.ts')).runErase(args, context),
};
