import type { CliCommand } from '../../command.ts';
import { ACCOUNT_FLAGS } from './account-flags.ts';

export const accountDelete: CliCommand = {
  name: 'account delete',
  summary: 'delete an account; its sessions end',
  words: ['LOGIN'],
  flags: { yes: { description: 'Do not ask for confirmation.' }, ...ACCOUNT_FLAGS },
  run: async (args, context) => (await import('../../account/delete.ts')).runAccountDelete(args, context),
};
