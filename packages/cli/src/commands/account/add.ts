import { ACCOUNT_ROLES } from '@kitestring/contract/station/account-role.ts';
import type { CliCommand } from '../../command.ts';
import { ACCOUNT_FLAGS } from './account-flags.ts';

export const accountAdd: CliCommand = {
  name: 'account add',
  summary: 'add an account for a person',
  details: [
    'Asks for the password, or reads a line of the standard input. Also works while a station is running on the data',
    'folder: it takes effect within a second.',
  ],
  words: ['LOGIN'],
  flags: {
    role: { value: 'ROLE', description: `Role: ${ACCOUNT_ROLES.join(', ')}.` },
    name: { value: 'NAME', description: 'Display name. Default: the login.' },
    ...ACCOUNT_FLAGS,
  },
  examples: [
    'kitestring account add chief --role admin',
    'kitestring account add rossi --name "Maria Rossi" --role pilot',
  ],
  run: async (args, context) => (await import('../../account/add.ts')).runAccountAdd(args, context),
};
