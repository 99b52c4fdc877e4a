import { type CliCommand, JSON_FLAG } from '../command.ts';
import { FOLDER_FLAGS } from '../settings-flags.ts';

export const erase: CliCommand = {
  name: 'erase',
  summary: 'erase flight logs, recordings, notifications, accounts and operator names',
  details: [
    'Erases the personal and location data of the data folder: flight logs, recordings, records for a fleet hub, accounts,',
    'notifications and sessions with their names. Plugins, the audit log and the certificate stay. Stop the station first.',
    'Leaves a receipt, erased-*.json.',
  ],
  words: [],
  flags: {
    yes: { description: 'Do not ask for confirmation.' },
    ...JSON_FLAG,
    ...FOLDER_FLAGS,
  },
  examples: ['kitestring erase', 'kitestring erase --yes --json'],
  run: async (args, context) => (await import('../erase/run-erase.ts')).runErase(args, context),
};
